/** Links and Meta of an answer. */
export interface Envelope {
  Links: { Self: string; First?: string; Prev?: string; Next?: string; Last?: string }
  Meta: { TotalPages?: number; FirstAvailableDateTime?: string; LastAvailableDateTime?: string }
}

/** Continuations of a list: opaque positions that stay valid while the list grows; the empty one is its start. */
export interface Positions {
  prev?: string
  next?: string
}

/** Builds the links of a resource without pages. @param url requested path and query */
export const selfOnly = (baseUrl: string, url: string): Envelope => ({
  Links: { Self: address(baseUrl, url, queryOf(url)) },
  Meta: { TotalPages: 1 },
})

/**
 * Builds the links of a page. All of them repeat the request's filters; `page` is the parameter of the position.
 *
 * @param url path and query as they were asked
 */
export function pageLinks(baseUrl: string, url: string, { prev, next }: Positions): Envelope {
  const at = (position: string | undefined) => {
    const params = queryOf(url)
    params.delete('page')
    if (position !== undefined && position !== '') params.set('page', position)
    return address(baseUrl, url, params)
  }
  return {
    Links: {
      Self: at(queryOf(url).get('page') ?? undefined),
      First: at(undefined),
      ...(prev === undefined ? {} : { Prev: at(prev) }),
      ...(next === undefined ? {} : { Next: at(next) }),
    },
    Meta: {},
  }
}

const queryOf = (url: string): URLSearchParams => new URLSearchParams(url.split('?')[1] ?? '')

/** Builds an absolute URI with a re-encoded, always valid query. */
function address(baseUrl: string, url: string, params: URLSearchParams): string {
  const text = params.toString()
  return `${baseUrl}${url.split('?')[0]}${text === '' ? '' : `?${text}`}`
}
