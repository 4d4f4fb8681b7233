/** One error of one field, as reported by the service. */
export interface FieldError {
  /** JSON pointer into the body ("/amount"), or "?name" for a query parameter. */
  pointer: string
  code: string
  message: string
  params?: Record<string, unknown>
}

/** application/problem+json (RFC 9457), as every refusal of the service. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: string
  requestId: string
  retryable: boolean
  params?: Record<string, unknown>
  errors: FieldError[]
}

/**
 * Error thrown by every call of the client. `code` is stable and meant for programs, `message` for people; quote
 * `requestId` when you report it. A call without any response has status 0 and the code `unreachable`.
 */
export class CambistError extends Error {
  override readonly name = 'CambistError'
  readonly problem: Problem

  constructor(problem: Problem, options?: ErrorOptions) {
    super(sentence(problem), options)
    this.problem = problem
  }

  get code(): string {
    return this.problem.code
  }
  get status(): number {
    return this.problem.status
  }
  get requestId(): string {
    return this.problem.requestId
  }
  /** True when the same request may succeed later without being changed. */
  get retryable(): boolean {
    return this.problem.retryable
  }
  get params(): Record<string, unknown> {
    return this.problem.params ?? {}
  }
  get errors(): FieldError[] {
    return this.problem.errors
  }
}

const sentence = ({ detail, errors }: Problem) =>
  errors.length === 1 && errors[0]?.message === detail
    ? `${errors[0].pointer}: ${detail}`
    : [detail, ...errors.map(({ pointer, message }) => `${pointer}: ${message}`)].join('\n')

/** The error that an unsuccessful answer stands for; reads the body. */
export async function errorOf(response: Response): Promise<CambistError> {
  return new CambistError(await problemOf(response))
}

/** The problem in an unsuccessful answer: the service's own, OAuth's `error`, or one made from the bare status. */
export async function problemOf(response: Response): Promise<Problem> {
  const body = parse(await response.text())
  const requestId = response.headers.get('x-request-id') ?? ''
  if (typeof body.code === 'string')
    return { errors: [], ...body, requestId: body.requestId ?? requestId } as unknown as Problem
  const oauth = typeof body.error === 'string' ? body.error : undefined
  const code = oauth ?? 'unexpected_answer'
  return {
    type: 'about:blank',
    title: code,
    status: response.status,
    detail:
      (oauth && body.error_description) || `The service answered ${response.status} ${response.statusText}`.trim(),
    code,
    requestId,
    retryable: false,
    errors: [],
  }
}

/** The error of a call that got no answer. */
export function unreachable(url: string, cause: unknown): CambistError {
  const reason = cause instanceof Error ? (reasonOf(cause.cause) ?? cause.message) : String(cause)
  const detail = `No answer from ${new URL(url).origin}: ${reason}`
  return new CambistError(
    {
      type: 'about:blank',
      title: 'Unreachable',
      status: 0,
      detail,
      code: 'unreachable',
      requestId: '',
      retryable: true,
      errors: [],
    },
    { cause },
  )
}

const reasonOf = (cause: unknown): string | undefined =>
  cause instanceof Error ? (cause as { code?: string }).code || cause.message : undefined

interface LooseBody {
  code?: unknown
  requestId?: string
  error?: unknown
  error_description?: string
}

function parse(text: string): LooseBody {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}
