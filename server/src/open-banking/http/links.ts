/** Links and Meta of an answer. */
export interface Envelope {
  Links: { Self: string; First?: string; Prev?: string; Next?: string; Last?: string }
  Meta: { TotalPages?: number; FirstAvailableDateTime?: string; LastAvailableDateTime?: string }
}

/** Where pages of a list continue: opaque positions that stay valid while the list grows; the empty one is its start. */
export interface Positions {
  prev?: string
  next?: string
}

/** Links of a resource that is not a page of anything. @param url path and query as they were asked */
export const selfOnly = (baseUrl: string, url: string): Envelope => ({
  Links: { Self: address(baseUrl, url, queryOf(url)) },
  Meta: { TotalPages: 1 },
})

/**
 * Links of a page. The filters of the request go on in all of them; `page` is the parameter that holds a position.
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

/** An absolute URI; the query is written anew, so that it is one whatever was sent. */
function address(baseUrl: string, url: string, params: URLSearchParams): string {
  const text = params.toString()
  return `${baseUrl}${url.split('?')[0]}${text === '' ? '' : `?${text}`}`
}
