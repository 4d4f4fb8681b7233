interface OpenBankingBody {
  error?: string
  error_description?: string
  Code?: string
  Message?: string
  Errors?: { ErrorCode?: string; Message?: string; Path?: string }[]
}

/** Error of the open-banking interface, of a registration or of OAuth. */
export class ThirdPartyError extends Error {
  override readonly name = 'ThirdPartyError'
  /** Code of the first error, for example `U014` or `access_denied`. */
  readonly code: string
  /** HTTP status; 0 for an error that came by the user's browser. */
  readonly status: number
  /** Body of the response. */
  readonly body: unknown

  constructor(code: string, message: string, status: number, body?: unknown) {
    super(message || code)
    this.code = code
    this.status = status
    this.body = body
  }

  /** Creates the error of an unsuccessful response. */
  static of(body: unknown, status: number): ThirdPartyError {
    const known = (typeof body === 'object' && body !== null ? body : {}) as OpenBankingBody
    const first = known.Errors?.[0]
    const code = known.error ?? first?.ErrorCode ?? known.Code ?? String(status)
    const details = known.Errors?.map(({ Path, Message }) => [Path, Message].filter(Boolean).join(': ')).join('\n')
    const message = known.error_description ?? (details || known.Message) ?? `The service answered ${status}.`
    return new ThirdPartyError(code, message, status, body)
  }
}
