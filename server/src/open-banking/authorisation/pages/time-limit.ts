import { type Html, html } from './html.ts'
import { timeInWords } from './words.ts'

/** Time that a page gives its user. */
export interface TimeLimit {
  /** Wall time. */
  endsAt: Date
  secondsLeft: number
  /** True if the user can get more time. */
  mayExtend: boolean
  /** Zone of the shown time. */
  timeZone: string
  /** Consequence of the end, as a sentence. */
  consequence: string
  /** Target of "Get more time". */
  action: string
  /** Page to which the script goes when the time is over. */
  endPath: string
}

/** Seconds before the end at which the script warns. */
const WARNING_SECONDS = 120

/** Empty until the script warns: screen readers announce only changes of a live region that they know. */
export const timeWarning = ({ mayExtend }: TimeLimit): Html =>
  html`<div class="time-warning"><p id="time-warning" aria-live="assertive"></p>${
    mayExtend && html`<p id="time-offer" hidden><button type="button" id="more-time-now">Get more time</button></p>`
  }</div><p id="time-status" role="status" class="unseen"></p>`

/**
 * Shows the end of the time, with a button of the page's form that asks for more: it sends what is chosen, and the page comes
 * again with it.
 *
 * @param form id of the page's form
 */
export function timeLine(limit: TimeLimit, form: string): Html {
  const { secondsLeft, mayExtend, consequence, action, endPath } = limit
  return html`<div class="time" id="time" data-seconds="${Math.floor(secondsLeft)}" data-warn="${WARNING_SECONDS}" data-more="${action}" data-form="${form}" data-end="${endPath}">
<p class="soft">You have until <strong id="time-end">${endInWords(limit)}</strong>. ${consequence}${
    !mayExtend && ' This time cannot be extended.'
  }</p>${
    mayExtend &&
    html`<button type="submit" id="more-time" form="${form}" formaction="${action}" formnovalidate name="again" value="more-time">Get more time</button>`
  }</div>`
}

const endInWords = ({ endsAt, timeZone }: TimeLimit): string => timeInWords(endsAt, timeZone)

/** The time after an extension, for the page's script. */
export const timeForScript = (limit: TimeLimit) => ({
  seconds: Math.floor(limit.secondsLeft),
  end: endInWords(limit),
  mayExtend: limit.mayExtend,
})
