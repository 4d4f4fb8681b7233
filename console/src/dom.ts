type Child = Node | string | null | undefined | false
type Handlers = { [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => void }
type Attributes = Record<string, unknown> & Handlers

/**
 * An element with attributes, handlers (`onclick`) and children. Text is always set as text, never parsed as HTML.
 * An attribute that is false, null or undefined is left out; true sets it empty.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener)
    else if (value !== undefined && value !== null && value !== false) {
      element.setAttribute(name, value === true ? '' : (value as string))
    }
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)))
  return element
}

/** Replaces the contents of an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)))
}

/** A form field under its label; the label's text is also its name for assistive technology. */
export function field(label: string, control: HTMLElement, hint?: string): HTMLElement {
  return h('label', { class: 'field' }, h('span', {}, label), control, hint ? h('small', {}, hint) : null)
}

/** Runs the work of a button: disabled and marked busy meanwhile. The focus returns to it, unless the work moved it. */
export async function whileBusy(button: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
  const hadFocus = document.activeElement === button
  button.disabled = true
  button.setAttribute('aria-busy', 'true')
  try {
    await work()
  } finally {
    button.disabled = false
    button.removeAttribute('aria-busy')
    if (hadFocus && [document.body, button].includes(document.activeElement as HTMLElement)) button.focus()
  }
}
