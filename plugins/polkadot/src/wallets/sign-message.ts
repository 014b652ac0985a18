import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import { invalidReply } from '@wallet-modal/kernel/assets'
import type { InjectedExtension } from '../contract.js'
import { cannotSign } from '../errors.js'

/** Signature in hex, of the message within `<Bytes>` and `</Bytes>`. `address`: as the wallet writes it. */
export async function signMessage(
  { signer, name }: InjectedExtension,
  address: string,
  message: string,
): Promise<string> {
  if (typeof signer.signRaw !== 'function') throw cannotSign(name)
  const data = `0x${bytesToHex(utf8ToBytes(message))}`
  const answer: unknown = await signer.signRaw({ address, data, type: 'bytes' })
  const { signature }: { signature?: unknown } = Object(answer)
  if (typeof signature === 'string' && /^0x([\da-f]{2}){64,66}$/i.test(signature)) return signature
  throw invalidReply('signRaw', 'a signature')
}
