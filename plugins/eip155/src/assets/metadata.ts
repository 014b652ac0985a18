import { plainName } from '@wallet-modal/kernel/assets'

/** Maximum length of an image URL, in characters. */
const MAX_IMAGE_LENGTH = 200_000

export interface Metadata {
  readonly name?: string
  /** `https:` or `data:image/`. */
  readonly imageUrl?: string
}

const isImage = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_IMAGE_LENGTH && /^(https:\/\/|data:image\/)/.test(value)

/** JSON in a `data:` URI; `undefined` for other URIs. */
function jsonOf(uri: string): unknown {
  const [, base64, body = ''] = /^data:application\/json(?:;(?:charset=)?utf-?8)?(;base64)?,(.*)$/is.exec(uri) ?? []
  try {
    if (!base64) return body ? JSON.parse(decodeURIComponent(body)) : undefined
    const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined // invalid metadata: the item is named by its token id
  }
}

/** On-chain metadata of an NFT, from its metadata URI. Makes no request, because a request would tell the item's creator who views it. */
export function readMetadata(uri: string): Metadata {
  const { name, image, image_data: imageData }: Readonly<Record<string, unknown>> = Object(jsonOf(uri))
  const title = plainName(name)
  const imageUrl = [image, imageData].find(isImage)
  return { ...(title !== undefined && { name: title }), ...(imageUrl !== undefined && { imageUrl }) }
}
