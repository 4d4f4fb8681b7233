import type { Hooks } from '@cambist/sdk'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
/** Work that is shorter than this shows nothing. */
const AFTER_MS = 400
const STEP_MS = 100

let current = 'Waiting for the service'
let timer: NodeJS.Timeout | undefined
let isShown = false

/** Shows a line on standard error while work takes long, if it is a terminal. */
export function startProgress(): void {
  if (!process.stderr.isTTY || timer) return
  const began = Date.now()
  timer = setInterval(() => {
    const past = Date.now() - began
    if (past < AFTER_MS) return
    isShown = true
    const frame = FRAMES[Math.floor(past / STEP_MS) % FRAMES.length]!
    process.stderr.write(`\r\u001B[K${frame} ${current} (${Math.floor(past / 1000)} s)`)
  }, STEP_MS)
  timer.unref()
}

/** Changes the text of the line. */
export const reportProgress = (text: string): void => void (current = text)

/** Removes the line. */
export function endProgress(): void {
  clearInterval(timer)
  timer = undefined
  if (isShown) process.stderr.write('\r\u001B[K')
  isShown = false
}

/** Hooks of a client that report repetitions. */
export const progressHooks = (): Hooks => ({
  beforeRetry: ({ reason, waitMs }) => reportProgress(`Trying again in ${Math.ceil(waitMs / 1000)} s: ${reason}`),
})
