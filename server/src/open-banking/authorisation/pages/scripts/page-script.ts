import { CHOICE_SCRIPT } from './choice-script.ts'
import { PASSKEY_SCRIPT } from './passkey-script.ts'
import { TIME_SCRIPT } from './time-script.ts'

/** The only script of the pages, which work without it. */
export const PAGE_SCRIPT = `'use strict'
${PASSKEY_SCRIPT}${TIME_SCRIPT}${CHOICE_SCRIPT}
const timeLine = document.getElementById('time')
if (timeLine) keepTime(timeLine)
const stay = document.getElementById('stay')
if (stay) stay.addEventListener('click', (event) => event.preventDefault())
const allAccounts = document.getElementById('select-all')
if (allAccounts) selectAll(allAccounts)
`
