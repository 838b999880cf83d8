/**
 * Makes an element. Children are elements or texts; a text is set as text, so nothing that a client or service named can become markup.
 *
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** The element with this id, which the page has. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Sets a text only when it differs, so that screen readers and animations see changes alone. True when it did. @param {Element} target */
export function setText(target, text) {
  if (target.textContent === String(text)) return false;
  target.textContent = String(text);
  return true;
}
