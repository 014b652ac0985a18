import { plainName } from '@wallet-modal/kernel/assets'

const MAX_IMAGE = 200_000

export interface Metadata {
  readonly name?: string
  /** `https:` or `data:image/`. */
  readonly imageUrl?: string
}

const isImage = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_IMAGE && /^(https:\/\/|data:image\/)/.test(value)

/** JSON in a `data:` URI; `undefined` for other URIs. */
function jsonOf(link: string): unknown {
  const [, base64, body = ''] = /^data:application\/json(?:;(?:charset=)?utf-?8)?(;base64)?,(.*)$/is.exec(link) ?? []
  try {
    if (!base64) return body ? JSON.parse(decodeURIComponent(body)) : undefined
    const bytes = Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined // invalid metadata: the item is shown by its number
  }
}

/** On-chain metadata of an NFT. Links to servers are not followed: the creator of an item could learn who views it. */
export function readMetadata(link: string): Metadata {
  const { name, image, image_data: drawn }: Readonly<Record<string, unknown>> = Object(jsonOf(link))
  const title = plainName(name)
  const imageUrl = [image, drawn].find(isImage)
  return { ...(title !== undefined && { name: title }), ...(imageUrl !== undefined && { imageUrl }) }
}
