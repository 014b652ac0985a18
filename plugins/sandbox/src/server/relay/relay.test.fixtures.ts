import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
export function toBase58(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = letters[Number(value % 58n)] + text
  return text
}

export const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
export interface Identity {
  readonly id: string
  readonly key: KeyObject
}

export function identity(): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url')
  return { id: `z${toBase58(Uint8Array.from([0xed, 0x01, ...raw]))}`, key: privateKey }
}

export function tokenOf({ id, key }: Identity, { alg = 'EdDSA', exp = Date.now() / 1000 + 60 } = {}): string {
  const signed = `${part({ alg, typ: 'JWT' })}.${part({ iss: `did:key:${id}`, sub: 'ab', exp })}`
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}

export const topic = (digit: string): string => digit.repeat(64)
