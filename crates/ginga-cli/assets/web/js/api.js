// Questions to the server. In each slot only the newest question counts: an older one is broken off,
// and an answer that arrives all the same is dropped.

/** A question that a newer one replaced. */
export class Outdated extends Error {}

/** A fault that the server named. */
export class ServerFault extends Error {
  constructor(error) {
    super(error.message);
    Object.assign(this, { code: error.code, field: error.field, span: error.span, faults: error.faults });
  }
}

const newest = new Map();

/** Withdraws what was asked in a slot. */
export function withdraw(slot) {
  newest.get(slot)?.abort();
  newest.delete(slot);
}

/** Asks; throws `Outdated`, a `ServerFault`, or that the server cannot be reached. */
export async function ask(slot, route, body) {
  withdraw(slot);
  const controller = new AbortController();
  newest.set(slot, controller);
  const current = () => newest.get(slot) === controller;
  try {
    const response = await fetch(`api/v1/${route}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: controller.signal,
    });
    const answer = await response.json();
    if (!current()) throw new Outdated();
    if (answer.error) throw new ServerFault(answer.error);
    return answer;
  } catch (error) {
    if (!current() || error.name === "AbortError") throw new Outdated();
    throw error;
  }
}

/** Reads what does not change. */
export async function read(path) {
  const response = await fetch(path);
  return response.json();
}
