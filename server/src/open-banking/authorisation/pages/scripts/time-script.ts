/**
 * Warns before the time of a page ends, and gets more without loading the page: what is ticked or typed stays. The time is
 * read from the clock at each tick, because a sleeping computer stops its timers.
 */
export const TIME_SCRIPT = `
function keepTime(line) {
  const at = (id) => document.getElementById(id)
  const [warning, offer, status] = [at('time-warning'), at('time-offer'), at('time-status')]
  const form = at(line.dataset.form)
  const warn = Number(line.dataset.warn)
  let end = Date.now() + Number(line.dataset.seconds) * 1000
  let isWarned = false
  const shown = () => at('time-end').textContent
  const quiet = () => { isWarned = false; warning.textContent = ''; if (offer) offer.hidden = true }
  const tick = () => {
    const left = (end - Date.now()) / 1000
    if (left <= 0) { clearInterval(timer); location.replace(line.dataset.end); return }
    if (left > warn || isWarned) return
    isWarned = true
    warning.textContent = left > warn - 30 ? 'Your time ends in two minutes, at ' + shown() + '.' : 'Your time ends at ' + shown() + '.'
    if (offer) offer.hidden = false
  }
  const timer = setInterval(tick, 1000)
  const more = async (event) => {
    event.preventDefault()
    try {
      const body = new URLSearchParams({ csrf: form.elements.csrf.value, again: 'more-time' })
      const answer = await fetch(line.dataset.more, { method: 'POST', body, headers: { accept: 'application/json' }, redirect: 'error' })
      if (!answer.ok) throw new Error('not extended')
      const { seconds, end: text, mayExtend } = await answer.json()
      end = Date.now() + seconds * 1000
      at('time-end').textContent = text
      quiet()
      status.textContent = 'You now have until ' + text + '.'
      if (!mayExtend) { for (const button of [at('more-time'), at('more-time-now')]) button.hidden = true }
      if (document.activeElement === document.body) at('more-time').focus({ preventScroll: true })
    } catch {
      warning.textContent = 'You did not get more time. Please decide before ' + shown() + ', or try again.'
      if (offer) offer.hidden = false
    }
  }
  for (const button of [at('more-time'), at('more-time-now')]) if (button) button.addEventListener('click', more)
  tick()
}
`
