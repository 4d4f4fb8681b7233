import { fill, h, whileBusy } from './dom.ts'
import { instantText } from './format.ts'
import { explain, type Session } from './session.ts'

/** Shows the sandbox clock and a button that moves it by a day; empty outside a sandbox. */
export function sandboxClock({ api }: Session, onMoved: () => void): HTMLElement {
  const time = h('span', { title: 'The sandbox’s own time' })
  const nextDay = h('button', { type: 'button', title: 'Move the sandbox’s clock a day forward' }, '+1 day')
  const alert = h('span', { role: 'alert' })
  const box = h('span', { class: 'clock', hidden: true }, time, nextDay, alert)
  const display = ({ now }: { now: string }) => {
    fill(time, instantText(now))
    box.hidden = false
  }
  nextDay.addEventListener('click', () => {
    fill(alert)
    void whileBusy(nextDay, async () => {
      display(await api.clock.move({ advance: 'P1D' }))
      onMoved()
    }).catch((error: unknown) => fill(alert, explain(error)))
  })
  void api.clock.get().then(display, () => {}) // no sandbox, or no scope for it: no clock to show
  return box
}
