import type { ResponseMeta } from './meta.ts'

/** Result of a call with the facts about its response. */
export interface Answer<T> {
  data: T
  response: ResponseMeta
}

/** Call under way: await it for its result, or `withResponse()` for the result and the facts about the response. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #answer: Promise<Answer<T>>

  constructor(answer: Promise<Answer<T>>) {
    this.#answer = answer
  }

  /** Returns the result with request id, rate limit, and whether it is a replay. */
  withResponse(): Promise<Answer<T>> {
    return this.#answer
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a call is awaited
  then<A = T, B = never>(
    onDone?: ((value: T) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onDone, onError)
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then((result) => result).finally(onEnd)
  }
}

/** Page of a list. */
export interface Page<T> {
  data: T[]
  nextCursor?: string | null
}

/**
 * List of the service. Await it for one page, or iterate for every item, page after page, and stop when you have seen
 * enough. Nothing is sent before.
 */
export class List<T, P extends Page<T>> implements PromiseLike<P>, AsyncIterable<T> {
  readonly #read: (cursor: string | undefined) => Call<P>

  /** @param read reads the page after a cursor */
  constructor(read: (cursor: string | undefined) => Call<P>) {
    this.#read = read
  }

  /** Returns the first page with the facts about its response. */
  withResponse(): Promise<Answer<P>> {
    return this.#read(undefined).withResponse()
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a list is awaited
  then<A = P, B = never>(
    onDone?: ((value: P) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#read(undefined).then(onDone, onError)
  }

  /** Returns every page. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    for (let cursor: string | undefined; ; ) {
      const page = await this.#read(cursor)
      yield page
      if (page.nextCursor === null || page.nextCursor === undefined) return
      cursor = page.nextCursor
    }
  }

  /** Returns the first items, at most `count`. */
  async take(count: number): Promise<T[]> {
    const items: T[] = []
    if (count <= 0) return items
    for await (const item of this) {
      items.push(item)
      if (items.length >= count) break
    }
    return items
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data
  }
}
