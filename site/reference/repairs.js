// Completes the viewer's markup for screen readers and keyboards; it draws its parts as the reader scrolls.

const setOnce = (element, name, value) => {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/** Repairs by the elements they are for. */
const REPAIRS = {
  'button[aria-selected]': (button) => {
    if (button.getAttribute('aria-selected') === 'true') setOnce(button, 'aria-current', 'page')
    else button.removeAttribute('aria-current')
    button.removeAttribute('aria-selected')
  },
  'aside[role="navigation"]': (aside) => aside.removeAttribute('role'),
  'button[role="search"]': (button) => {
    button.removeAttribute('role')
    setOnce(button, 'aria-label', button.innerText.replaceAll(/\s+/g, ' ').trim() || 'Search')
  },
  // A button in a button, shown on hover only: the choice of a format that has no schema.
  '.parameter-item-trigger button:not([inert])': (button) => button.setAttribute('inert', ''),
  'button .selected-content-type[tabindex]': (type) => type.removeAttribute('tabindex'),
  '.cm-content:not([aria-label])': (editor) => setOnce(editor, 'aria-label', 'Value'),
  'button.show-more[aria-label]': (button) => button.removeAttribute('aria-label'),
  'button[class*="copy-button"]:not([aria-label]), .code-copy:not([aria-label])': (button) =>
    setOnce(button, 'aria-label', 'Copy'),
  'ul.endpoints:not([tabindex])': (list) => setOnce(list, 'tabindex', '0'),
  'div[role="region"][aria-labelledby]': (region) => setOnce(region, 'role', 'group'),
  'section.contents[aria-labelledby]': (section) => setOnce(section, 'role', 'group'),
}

function repair(root) {
  for (const [selector, change] of Object.entries(REPAIRS))
    for (const element of root.querySelectorAll(selector)) change(element)
}

/** Repairs the elements in `root`, and those that are added or changed later. */
export function repairWhileOpen(root) {
  let isDue = false
  const later = () => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      repair(root)
    })
  }
  const attributeFilter = ['aria-selected', 'aria-label', 'role', 'tabindex']
  new MutationObserver(later).observe(root, { subtree: true, childList: true, attributes: true, attributeFilter })
  later()
}
