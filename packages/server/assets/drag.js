/* oxlint-disable typescript/no-unsafe-assignment -- it runs in browsers as it is, without types */
/*
 * Lets the parts of lists be dragged, within a list and from one list of a form to another. What was dropped is sent by the
 * form, as the buttons send it: `place`, the part, the part behind it, the list. Without this script the handles stay hidden.
 */
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
const send = ({ item, from, to, oldDraggableIndex, newDraggableIndex }) => {
  if (from === to && oldDraggableIndex === newDraggableIndex) return;
  const button = document.createElement("button");
  button.name = "do";
  const { sortableId: behind = "-" } = item.nextElementSibling?.dataset ?? {};
  button.value = `place ${item.dataset.sortableId} ${behind} ${to.dataset.sortable}`.trim();
  button.hidden = true;
  const form = item.closest("form");
  form.append(button);
  form.requestSubmit(button);
};
for (const list of document.querySelectorAll("[data-sortable]"))
  Sortable.create(list, {
    group: list.dataset.sortable === "" ? undefined : "lists",
    handle: ".drag-handle",
    draggable: "[data-sortable-id]",
    animation: isStill ? 0 : 150,
    onEnd: send,
  });
for (const handle of document.querySelectorAll(".drag-handle")) handle.hidden = false;
