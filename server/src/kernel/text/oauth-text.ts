/**
 * Returns a text in the characters that `error_description` may have (RFC 6749 section 5.2): printable ASCII without quotation
 * marks and backslashes. Typographic quotation marks become apostrophes; other characters become question marks.
 */
export const oauthText = (text: string): string => text.replace(/[‘’“”"]/g, "'").replace(/[^\x20-\x7e]|\\/g, '?')
