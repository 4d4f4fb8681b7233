/**
 * Returns the text of a list's file: UTF-8 with or without a byte-order mark, or UTF-16 with one. Any other file has the encoding that
 * its XML declares, or Windows-1252, which is common for CSV. The wrong encoding would split listed names, and hide them.
 */
export function decodeList(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoderOf(bytes).decode(bytes)
  }
}

function decoderOf(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  const declared = /^<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(
    Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
  )
  try {
    return new TextDecoder(declared?.[1] ?? 'windows-1252')
  } catch {
    return new TextDecoder('windows-1252') // an unknown encoding
  }
}
