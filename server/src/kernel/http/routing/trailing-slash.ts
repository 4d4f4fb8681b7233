/** Returns an address without the slash at the end of its path: `/accounts/?page=2` is `/accounts?page=2`. */
export const withoutTrailingSlash = (url: string): string => url.replace(/^([^?]+)\/(?=\?|$)/, '$1')
