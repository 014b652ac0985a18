import { addEncoderSizePrefix, getU32Encoder, getUtf8Encoder } from '@solana/kit'
import { PublicKey } from '@solana/web3.js-1'
import { describe, expect, it } from 'vitest'
import { METADATA_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { metadataAccount } from '../transactions/sdk.js'
import { namesInAccount } from './metadata.js'

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const issuer = new PublicKey(new Uint8Array(32).fill(7))
const texts = addEncoderSizePrefix(getUtf8Encoder(), getU32Encoder())

/** Metadata account as the program writes it: texts padded with zeros to 32 and 10 bytes, and to 200 for the link. */
function metadata({ mint = USDC, version = 4, owner = METADATA_PROGRAM, length = Number.POSITIVE_INFINITY } = {}) {
  const names = ['USD Coin'.padEnd(32, '\0'), 'USDC'.padEnd(10, '\0'), ''.padEnd(200, '\0')]
  const head = [version, ...issuer.toBytes(), ...new PublicKey(mint).toBytes()]
  const data = Uint8Array.from([...head, ...names.flatMap((name) => [...texts.encode(name)])])
  return { lamports: 5_616_720n, owner, isProgram: false, data: data.slice(0, length) }
}
const nameOf = (account: ReturnType<typeof metadata> | undefined): string | undefined =>
  namesInAccount(USDC, account)?.name.replaceAll('\0', '')

it('metadataAccount derives the same address as web3.js 1.x, and for USD Coin the address on mainnet', async () => {
  const seeds = [new TextEncoder().encode('metadata'), new PublicKey(METADATA_PROGRAM).toBytes()]
  for (const mint of [USDC, TOKEN_PROGRAM]) {
    const [derived] = PublicKey.findProgramAddressSync(
      [...seeds, new PublicKey(mint).toBytes()],
      new PublicKey(METADATA_PROGRAM),
    )
    expect(await metadataAccount(mint)).toBe(derived.toBase58())
  }
  expect(await metadataAccount(USDC)).toBe('5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq')
})

describe('the names of a mint', () => {
  it('are read from its metadata account', () => {
    expect(nameOf(metadata())).toBe('USD Coin')
    expect(namesInAccount(USDC, metadata())?.symbol).toBe('USDC'.padEnd(10, '\0'))
  })

  it.each([
    ['is missing', undefined],
    ['belongs to another program', metadata({ owner: TOKEN_PROGRAM })],
    ['is of another mint', metadata({ mint: TOKEN_PROGRAM })],
    ['is of another kind', metadata({ version: 6 })],
    ['is empty', metadata({ length: 0 })],
    ['ends within the mint', metadata({ length: 60 })],
  ])('are unknown if the account %s', (_, account) => {
    expect(nameOf(account)).toBeUndefined()
  })

  it.each([
    [65, ''],
    [67, ''],
    [73, 'USD '],
  ])('are read up to the end of an account that ends after %i bytes', (length, name) => {
    expect(nameOf(metadata({ length }))).toBe(name)
  })
})
