// Where the keyboard is while what it is on is drawn anew.

/** The button of a part of the page that has an id; null when there is none. */
export const buttonOf = (id, box = document) => (id ? box.querySelector(`button[data-id="${CSS.escape(id)}"]`) : null);

/**
 * Draws a part of the page anew, and leaves the keyboard where it was: on the
 * same element, or on the button that has its `data-id` now. When there is none,
 * it goes to what `otherwise()` gives, and not to the top of the page.
 */
export function keepFocus(box, draw, otherwise) {
    const former = document.activeElement;
    const wasInside = box.contains(former);
    draw();
    if (!wasInside || box.contains(document.activeElement)) return;
    const same = box.contains(former) ? former : buttonOf(former.dataset.id, box);
    (same ?? otherwise())?.focus();
}
