/** The command cannot run as it was written. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** True if credentials are missing. */
  readonly isAboutCredentials: boolean

  constructor(
    message: string,
    { isAboutCredentials = false, ...options }: ErrorOptions & { isAboutCredentials?: boolean } = {},
  ) {
    super(message, options)
    this.isAboutCredentials = isAboutCredentials
  }
}
