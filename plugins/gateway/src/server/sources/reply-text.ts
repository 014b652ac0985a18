/** Body of a reply as text. Throws, and aborts the download, above `maxBytes`. */
export async function readReplyText({ body }: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > maxBytes) throw new Error(`The reply has more than ${maxBytes} bytes.`)
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
