"""Solves models with HiGHS, a solver that shares nothing with Ginga.

Reads a JSON list of jobs from standard input, each {"format": "lp" or "mps", "text": the model,
"most": how many solutions are listed at most}. Writes a JSON list to standard output, for each job
{"names": the variables, "status": HiGHS's word, "solutions": each a list of names, a variable as
often as its value says, "complete": whether those are all}.

Every solution is found by HiGHS itself: what was found is forbidden by a no-good cut over binaries,
into which the integer variables are unrolled, and the model is solved again.
"""

import json
import os
import sys
import tempfile

import highspy

INTEGER = highspy.HighsVarType.kInteger
STATUS = highspy.HighsModelStatus


def read(job):
    """A HiGHS model of a job's text."""
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model." + job["format"])
        with open(path, "w", encoding="utf-8") as file:
            file.write(job["text"])
        if highs.readModel(path) != highspy.HighsStatus.kOk:
            raise ValueError("HiGHS does not read this model:\n" + job["text"])
    return highs


def solve(highs):
    """HiGHS's word on the model as it stands."""
    highs.run()
    status = highs.getModelStatus()
    if status not in (STATUS.kOptimal, STATUS.kInfeasible):
        raise ValueError("HiGHS ended with " + highs.modelStatusToString(status))
    return status


def add_binary(highs):
    """Adds a variable that is 0 or 1; returns its index."""
    highs.addVar(0, 1)
    column = highs.getNumCol() - 1
    highs.changeColIntegrality(column, INTEGER)
    return column


def unroll(highs, names, kinds, upper, words):
    """For each variable that tells solutions apart, binaries that add up to it, the set ones first."""
    unrolled = {}
    for column, name in enumerate(names):
        if not name.startswith(words):
            continue
        if kinds[column] != INTEGER:
            raise ValueError(name + " is not read as an integer")
        if upper[column] == 1:
            unrolled[name] = [column]
            continue
        binaries = [add_binary(highs) for _ in range(int(upper[column]))]
        ones = [1.0] * len(binaries)
        highs.addRow(0, 0, len(binaries) + 1, binaries + [column], ones + [-1.0])
        for first, second in zip(binaries, binaries[1:]):
            highs.addRow(0, 1, 2, [first, second], [1.0, -1.0])
        unrolled[name] = binaries
    return unrolled


def solutions(highs, unrolled, most):
    """All solutions, or `most` of them; and whether they are all."""
    binaries = [binary for several in unrolled.values() for binary in several]
    found = []
    while solve(highs) == STATUS.kOptimal:
        if len(found) == most:
            return found, False
        values = highs.getSolution().col_value
        is_set = {binary: values[binary] > 0.5 for binary in binaries}
        if any(abs(values[binary] - is_set[binary]) > 1e-4 for binary in binaries):
            raise ValueError("HiGHS answered fractions")
        found.append([name for name, several in unrolled.items() for b in several if is_set[b]])
        # Of these binaries one at least must differ.
        signs = [-1.0 if is_set[binary] else 1.0 for binary in binaries]
        least = 1 - sum(is_set.values())
        highs.addRow(least, highspy.kHighsInf, len(binaries), binaries, signs)
        if not binaries:
            break
    return found, True


def answer(job):
    """What HiGHS says about one job."""
    highs = read(job)
    lp = highs.getLp()
    names = list(lp.col_names_)
    status = solve(highs)
    words = tuple(job.get("least", ["x"]))
    objective = None
    if "least" in job and status == STATUS.kOptimal:
        objective = round(highs.getObjectiveValue())
        if abs(highs.getObjectiveValue() - objective) > 1e-4:
            raise ValueError("HiGHS answered a fraction")
        costs = list(lp.col_cost_)
        counted = [column for column, cost in enumerate(costs) if cost != 0]
        ones = [costs[column] for column in counted]
        highs.addRow(objective, objective, len(counted), counted, ones)
    unrolled = unroll(highs, names, list(lp.integrality_), list(lp.col_upper_), words)
    found, complete = solutions(highs, unrolled, job["most"])
    return {
        "objective": objective,
        "names": names,
        "status": highs.modelStatusToString(status),
        "solutions": found,
        "complete": complete,
    }


def main():
    """Answers all jobs."""
    # HiGHS greets on standard output, where only the answers belong.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    json.dump([answer(job) for job in json.load(sys.stdin)], answers)
    answers.close()


if __name__ == "__main__":
    main()
