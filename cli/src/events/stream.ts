import { AuthenticationError, CambistError, type Problem } from '@cambist/sdk'
import type { Connection } from '../connection/connect.ts'

/** An event as the stream sends it. */
export interface StreamedEvent {
  id: string
  type: string
  sequence: number
  resource: { type: string; id: string }
  /** Exact text of the event. */
  body: string
}

interface StreamOptions {
  entityId: string
  /** Sequence after which it begins. */
  after: number
  types?: string | undefined
  signal: AbortSignal
  /** Reports that the connection was lost or refused, and is opened again. */
  onBreak: (reason: string) => void
}

/** Pause before a connection is opened again; it doubles with each failure in a row. */
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** Silence after which a connection counts as lost: the service sends a sign of life every 15 seconds. */
const SILENCE_MS = 45_000

/**
 * Follows the events of an entity until the signal. After a break it connects again, with a new token if necessary, and continues after
 * the last event, without a gap or a repetition.
 *
 * @throws CambistError if it refuses the stream for a reason that another attempt cannot change
 */
export async function* followEvents(connection: Connection, options: StreamOptions): AsyncGenerator<StreamedEvent> {
  const { signal, onBreak } = options
  let { after } = options
  let failures = 0
  while (!signal.aborted) {
    let token: string | undefined
    try {
      token = await tokenOf(connection, signal)
      for await (const frame of framesOf(await openStream(connection, token, { ...options, after }), signal)) {
        failures = 0
        if (frame.id !== undefined) after = Number(frame.id)
        if (frame.data !== undefined) yield eventOf(frame.data)
      }
      if (!signal.aborted) onBreak('the service ended the stream')
    } catch (error) {
      if (error instanceof CambistError) throw error
      if (!signal.aborted) onBreak(reasonOf(error))
    } finally {
      if (token !== undefined) await revoke(connection, token)
    }
    await pause(Math.min(PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS), signal)
  }
}

async function openStream(
  { baseUrl }: Connection,
  token: string,
  { entityId, after, types, signal }: StreamOptions,
): Promise<Response> {
  const query = new URLSearchParams({ entityId, after: String(after), ...(types && { types }) })
  const response = await fetch(`${baseUrl}/v1/events?${query.toString()}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    signal,
  })
  if (response.ok) return response
  throw await refusalOf(response)
}

async function tokenOf({ baseUrl, clientId, clientSecret }: Connection, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    signal,
  })
  if (!response.ok) throw await refusalOf(response)
  return ((await response.json()) as { access_token: string }).access_token
}

/** Revokes a token; one that cannot be revoked ends by itself. */
async function revoke({ baseUrl, clientId, clientSecret }: Connection, token: string): Promise<void> {
  const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret })
  const init = { method: 'POST', body, signal: AbortSignal.timeout(2000) }
  await fetch(`${baseUrl}/v1/oauth2/revoke`, init).catch(() => {})
}

/** Returns the error of a response: a CambistError if another attempt would get it too. */
async function refusalOf(response: Response): Promise<Error> {
  const { status } = response
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem> & { error?: string }
  const code = problem.code ?? problem.error ?? 'unexpected_answer'
  const detail = problem.detail ?? problem.error ?? `The service answered ${status}.`
  if (status >= 500 || status === 429) return new Error(detail)
  const known = { type: 'about:blank', title: code, requestId: '', retryable: false, errors: [] }
  const Refusal = status === 401 ? AuthenticationError : CambistError
  return new Refusal({ ...known, ...problem, status, code, detail })
}

interface Frame {
  id?: string
  data?: string
}

/** Reads the frames of a stream. It ends with the connection, or if nothing comes for a while. */
async function* framesOf(response: Response, signal: AbortSignal): AsyncGenerator<Frame> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const silence = () => setTimeout(() => void reader.cancel().catch(() => {}), SILENCE_MS)
  let timer = silence()
  try {
    for (let text = ''; !signal.aborted; ) {
      const { value, done } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = silence()
      text += value
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        yield frameOf(text.slice(0, end))
        text = text.slice(end + 2)
      }
    }
  } finally {
    clearTimeout(timer)
    await reader.cancel().catch(() => {})
  }
}

function frameOf(text: string): Frame {
  const fields: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).trimStart()
  }
  return fields
}

function eventOf(body: string): StreamedEvent {
  const { id, type, sequence, resource } = JSON.parse(body) as StreamedEvent
  return { id, type, sequence, resource, body }
}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message || (cause as { code?: string }).code || message : message
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
