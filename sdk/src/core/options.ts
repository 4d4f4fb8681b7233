import type { ResponseMeta } from './meta.ts'

/** Credentials of an API client. */
export interface ClientCredentials {
  clientId: string
  clientSecret: string
  /** Scopes separated by spaces; absent: all that the client has. */
  scope?: string
}

/** Request as hooks see it; they may change its headers. */
export interface OutgoingRequest {
  method: string
  url: string
  headers: Headers
  /** 1 for the first attempt. */
  attempt: number
}

/** Functions that watch or change calls. An error thrown by a hook ends the call. */
export interface Hooks {
  /** Runs before each attempt, token requests included. */
  beforeRequest?(request: OutgoingRequest): void | Promise<void>
  /** Runs after each response, also an unsuccessful one. */
  afterResponse?(response: ResponseMeta, request: OutgoingRequest): void | Promise<void>
  /** Runs before the pause that precedes another attempt. */
  beforeRetry?(retry: { request: OutgoingRequest; waitMs: number; reason: string }): void | Promise<void>
}

/** Replacement for the global fetch. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Options of a client that also apply to its calls. */
export interface ClientOptions extends Partial<ClientCredentials> {
  /** Address of the service, for example "https://api.bank.example". */
  baseUrl: string
  /** Access token, or a function that returns one; replaces client id and secret. */
  accessToken?: string | (() => string | Promise<string>)
  /** Milliseconds that an attempt may take; default 30,000. */
  timeout?: number
  /** Most repetitions of a call; default 3, 0 for none. */
  maxRetries?: number
  /** Headers of every request. */
  headers?: Record<string, string>
  fetch?: Fetch
  hooks?: Hooks
  /** Wait between attempts, for tests. */
  sleep?: (ms: number) => Promise<void>
  /** Random number from 0 to 1, for tests. */
  random?: () => number
  /** Current time in milliseconds, for tests. */
  now?: () => number
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, its pauses included; it then throws the signal's reason. */
  signal?: AbortSignal
  /** Milliseconds that an attempt may take. */
  timeout?: number
  /** Most repetitions of this call. */
  maxRetries?: number
  /** Key that makes the call safe to repeat for seven days; default: a random one for each call except GET. */
  idempotencyKey?: string
  headers?: Record<string, string>
}

/** Content of a file to send, for operations that read several formats. */
export interface FileContent {
  contentType: string
  content: string | Uint8Array
}

/** Content of a file that the service made. */
export interface FileAnswer {
  contentType: string
  /** Name that the service proposes. */
  fileName: string | undefined
  bytes: Uint8Array
}

/** Call of any operation, for those that the SDK does not know. */
export interface RequestSpec extends CallOptions {
  method: string
  /** Path with its parameters, for example "/v1/payments/pay_…". */
  path: string
  query?: Record<string, unknown> | undefined
  /** Value to send as JSON, URLSearchParams to send as a form, or the content of a file. */
  body?: unknown
  /** Form of the result: parsed JSON (default) or a file. */
  expect?: 'json' | 'file'
  /** False: sends no access token. */
  authenticated?: boolean
}
