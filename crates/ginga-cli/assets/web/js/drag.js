// Dragging tiles with mouse, pen and finger. A tap stays a tap.

import { h } from "./dom.js";
import { picture } from "./tiles.js";

/** How far a pointer moves before it drags, in pixels. */
const START = 8;

/**
 * Lets a tile be dragged. `dropped` is told the zone below (`data-drop`), or null outside all.
 * With `touch` a finger drags, too; else it scrolls.
 */
export function draggable(element, tile, { dropped, touch = false }) {
  element.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || (down.pointerType === "touch" && !touch)) return;
    let ghost = null;
    const move = (event) => {
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > START;
      if (!ghost && far) {
        ghost = h("div", { id: "ghost" }, picture(tile));
        document.body.append(ghost);
      }
      if (!ghost) return;
      ghost.style.left = `${event.clientX}px`;
      ghost.style.top = `${event.clientY}px`;
    };
    const end = (event) => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      if (event.type === "pointercancel") return;
      // The click that follows a drag is none.
      const swallow = (click) => {
        click.stopPropagation();
        click.preventDefault();
      };
      document.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 0);
      const below = document.elementFromPoint(event.clientX, event.clientY);
      dropped(below?.closest("[data-drop]")?.dataset.drop ?? null);
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
  });
  element.addEventListener("dragstart", (event) => event.preventDefault());
}
