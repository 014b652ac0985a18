import type { ChainAccount } from '../node.js'
import { METADATA_PROGRAM } from '../programs.js'
import { addressAt, extension, type Mint, viewOf } from './token-layout.js'

/** Name and symbol of a token as its issuer wrote them: any text, and not unique. */
export interface IssuerNames {
  readonly name: string
  readonly symbol: string
}

/** Account type `MetadataV1` of the Token Metadata program. */
const METADATA_V1 = 4

/** Name and symbol from Token-2022's metadata extension, if the mint's metadata pointer refers to the mint itself. */
export function namesInMint(mint: string, { extensions }: Mint): IssuerNames | undefined {
  const pointer = extensions.get(extension.metadataPointer)
  const data = extensions.get(extension.metadata)
  if (!data || !pointer || addressAt(pointer, 32) !== mint || addressAt(data, 32) !== mint) return undefined
  return readNames(data, 64)
}

/** Name and symbol from the mint's account of Metaplex's Token Metadata program. Only the mint's authority can create this account. */
export function namesInAccount(mint: string, account: ChainAccount | undefined): IssuerNames | undefined {
  if (account?.owner !== METADATA_PROGRAM) return undefined
  const { data } = account
  if (data[0] !== METADATA_V1 || addressAt(data, 33) !== mint) return undefined
  return readNames(data, 65)
}

/** Reads two strings in Borsh: the length in bytes (a little-endian `u32`), then UTF-8. For a truncated string, returns the existing part. */
function readNames(data: Uint8Array, start: number): IssuerNames {
  const view = viewOf(data)
  let at = start
  const text = (): string => {
    const length = at + 4 <= data.length ? view.getUint32(at, true) : 0
    const bytes = data.subarray(at + 4, at + 4 + length)
    at += 4 + length
    return new TextDecoder().decode(bytes)
  }
  const name = text()
  return { name, symbol: text() }
}
