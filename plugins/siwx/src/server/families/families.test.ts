/// <reference types="node" />
import * as ecc from '@bitcoinerlab/secp256k1'
import { ed25519 } from '@noble/curves/ed25519'
import { sha256 } from '@noble/hashes/sha2'
import { Keyring } from '@polkadot/keyring'
import { base58, base64 } from '@scure/base'
import { address as bitcoinAddress, crypto, networks, payments, script } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { formatSignInMessage } from '../../message.js'
import { verifyBip122 } from './bip122.js'
import { isBip322, toSign } from './bip322.js'
import { verifyPolkadot } from './polkadot.js'
import type { Signed } from './sign-in-family.js'
import { verifySolana } from './solana.js'

const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

function unsigned(caipNetworkId: string, address: string): Omit<Signed, 'signature'> {
  const message = {
    domain: 'shop.example',
    address,
    caipNetworkId,
    uri: 'https://shop.example',
    nonce: '0123456789abcdef',
    issuedAt: '2026-11-22T04:20:00.000Z',
  }
  return { message, text: formatSignInMessage(message), network: { caipNetworkId } }
}
/** The signature with one bit flipped. */
const flipped = (bytes: Uint8Array): Uint8Array => bytes.map((byte, at) => (at === 20 ? byte ^ 1 : byte))

describe('E5: solana', () => {
  const secret = Uint8Array.from({ length: 32 }, (_, at) => at + 1)
  const given = unsigned(solana, base58.encode(ed25519.getPublicKey(secret)))
  const signature = ed25519.sign(new TextEncoder().encode(given.text), secret)

  it('accepts the signature of the account and refuses others', async () => {
    expect(await verifySolana({ ...given, signature: base58.encode(signature) })).toBe(true)
    expect(await verifySolana({ ...given, signature: base58.encode(flipped(signature)) })).toBe(false)
    expect(await verifySolana({ ...given, text: `${given.text} `, signature: base58.encode(signature) })).toBe(false)
    const other = unsigned(solana, base58.encode(ed25519.getPublicKey(secret.toReversed())))
    expect(await verifySolana({ ...other, signature: base58.encode(signature) })).toBe(false)
  })

  it.each(['', '0x00', 'not base58 0OIl', '1'.repeat(64), '1'.repeat(88), 'z'.repeat(5000)])(
    'does not accept %.20s as a signature',
    async (wrong) => {
      expect(await verifySolana({ ...given, signature: wrong })).toBe(false)
    },
  )

  it('refuses a program-derived address, which is not a point on the curve', async () => {
    const isOnCurve = (bytes: Uint8Array): boolean => {
      try {
        return Boolean(ed25519.ExtendedPoint.fromHex(bytes))
      } catch {
        return false
      }
    }
    const derived = [2, 3, 4, 5, 6, 7, 8, 9].map((byte) => new Uint8Array(32).fill(byte)).find((one) => !isOnCurve(one))
    const program = unsigned(solana, base58.encode(derived ?? new Uint8Array()))
    expect(program.message.address).toMatch(/^.{43,44}$/)
    expect(await verifySolana({ ...program, signature: base58.encode(signature) })).toBe(false)
  })

  it('refuses the neutral point as a key, because anybody can forge signatures for this key', async () => {
    // if the verifier clears cofactors, the neutral point with the scalar 0 is a valid signature of any text for this key
    const neutral = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 1 : 0))
    const weak = unsigned(solana, base58.encode(neutral))
    const forged = base58.encode(Uint8Array.from([...neutral, ...new Uint8Array(32)]))
    expect(await verifySolana({ ...weak, signature: forged })).toBe(false)
  })
})

describe('E5: polkadot', () => {
  const keyring = new Keyring({ ss58Format: 0 })
  const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`

  it.each(['sr25519', 'ed25519', 'ecdsa'] as const)(
    'accepts the signature of a %s account and refuses others',
    async (type) => {
      const pair = keyring.addFromUri('//Alice', {}, type)
      const given = unsigned(polkadot, pair.address)
      const sign = (text: string, withType = false) => pair.sign(text, { withType })
      const wrapped = sign(`<Bytes>${given.text}</Bytes>`)
      expect(await verifyPolkadot({ ...given, signature: hex(wrapped) })).toBe(true)
      expect(await verifyPolkadot({ ...given, signature: hex(sign(given.text)) })).toBe(true)
      expect(await verifyPolkadot({ ...given, signature: hex(sign(`<Bytes>${given.text}</Bytes>`, true)) })).toBe(true)
      expect(await verifyPolkadot({ ...given, signature: hex(flipped(wrapped)) })).toBe(false)
      expect(await verifyPolkadot({ ...given, signature: hex(sign(`${given.text} `)) })).toBe(false)
      const bob = keyring.addFromUri('//Bob', {}, type)
      expect(await verifyPolkadot({ ...unsigned(polkadot, bob.address), signature: hex(wrapped) })).toBe(false)
    },
  )

  it('refuses an address whose SS58 prefix is not the network’s', async () => {
    const pair = keyring.addFromUri('//Alice', {}, 'sr25519')
    for (const [prefix, isDefaultPrefix, isConfiguredPrefix] of [
      [0, true, false],
      [2, false, false],
      [42, false, true],
      [9999, false, false],
    ] as const) {
      const given = unsigned(polkadot, keyring.encodeAddress(pair.publicKey, prefix))
      const signature = hex(pair.sign(given.text))
      expect(await verifyPolkadot({ ...given, signature })).toBe(isDefaultPrefix)
      const network = { ...given.network, ss58Prefix: 42 }
      expect(await verifyPolkadot({ ...given, network, signature })).toBe(isConfiguredPrefix)
    }
  })

  it('refuses an address with a typo', async () => {
    const pair = keyring.addFromUri('//Alice', {}, 'sr25519')
    const address = `${pair.address.slice(0, -1)}${pair.address.endsWith('a') ? 'b' : 'a'}`
    const given = unsigned(polkadot, address)
    expect(await verifyPolkadot({ ...given, signature: hex(pair.sign(given.text)) })).toBe(false)
  })

  it.each(['', '0x', `0x${'00'.repeat(64)}`, `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(66)}`, `0x${'zz'.repeat(64)}`])(
    'does not accept %.20s as a signature',
    async (wrong) => {
      const { address } = keyring.addFromUri('//Alice', {}, 'sr25519')
      expect(await verifyPolkadot({ ...unsigned(polkadot, address), signature: wrong })).toBe(false)
    },
  )
})

describe('E5: bip122', () => {
  // the test vectors of BIP-322
  const segwit = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
  const taproot = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'
  const empty =
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
  const hello =
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
  const helloTaproot = 'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ=='

  it.each([
    ['an empty text', segwit, '', empty],
    ['a text', segwit, 'Hello World', hello],
    ['a taproot address', taproot, 'Hello World', helloTaproot],
  ])('BIP-322: accepts the test vector with %s, and refuses it for another text', (_, address, text, signature) => {
    const bytes = base64.decode(signature)
    expect(isBip322(bytes, text, address, networks.bitcoin)).toBe(true)
    expect(isBip322(bytes, `${text}!`, address, networks.bitcoin)).toBe(false)
    expect(isBip322(bytes, text, address.toUpperCase(), networks.bitcoin)).toBe(false)
  })

  const secret = Uint8Array.from({ length: 32 }, (_, at) => at + 1)
  const pubkey = ecc.pointFromScalar(secret, true) ?? new Uint8Array()
  const p2wpkh = payments.p2wpkh({ pubkey })

  it('BIP-322: accepts the signature of a key for its own address only', () => {
    const code = payments.p2pkh({ hash: crypto.hash160(pubkey) }).output ?? new Uint8Array()
    const signFor = (address: string): Uint8Array => {
      const made = toSign('Hello', bitcoinAddress.toOutputScript(address, networks.bitcoin))
      const mark = script.signature.encode(ecc.sign(made.hashForWitnessV0(0, code, 0n, 1), secret), 1)
      return Uint8Array.from([2, mark.length, ...mark, 33, ...pubkey])
    }
    const own = p2wpkh.address ?? ''
    expect(isBip322(signFor(own), 'Hello', own, networks.bitcoin)).toBe(true)
    expect(isBip322(signFor(segwit), 'Hello', segwit, networks.bitcoin)).toBe(false)
  })

  const addresses = {
    p2pkh: [payments.p2pkh({ pubkey }).address, 31],
    'p2sh-p2wpkh': [payments.p2sh({ redeem: p2wpkh }).address, 35],
    p2wpkh: [p2wpkh.address, 39],
    'p2wpkh with the header of p2pkh': [p2wpkh.address, 31],
  } as const
  const bip137 = (text: string, header: number): Uint8Array => {
    const message = Buffer.from(text)
    const length = message.length < 253 ? [message.length] : [253, message.length & 255, message.length >> 8]
    const hash = sha256(
      sha256(Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), Buffer.from(length), message])),
    )
    const { signature, recoveryId } = ecc.signRecoverable(hash, secret)
    return Uint8Array.from([header + recoveryId, ...signature])
  }

  it.each(Object.entries(addresses))(
    'BIP-137: accepts the signature of a %s address and refuses others',
    async (_, [address = '', header]) => {
      const given = unsigned(bitcoin, address)
      const signature = bip137(given.text, header)
      expect(await verifyBip122({ ...given, signature: base64.encode(signature) })).toBe(true)
      expect(await verifyBip122({ ...given, signature: base64.encode(flipped(signature)) })).toBe(false)
      expect(await verifyBip122({ ...unsigned(bitcoin, segwit), signature: base64.encode(signature) })).toBe(false)
      const elsewhere = { caipNetworkId: 'bip122:000000000933ea01ad0ee984209779ba' }
      expect(await verifyBip122({ ...given, network: elsewhere, signature: base64.encode(signature) })).toBe(false)
    },
  )

  it.each([
    '',
    'AA==',
    'not base64',
    empty,
    hello,
    base64.encode(new Uint8Array(65)),
    base64.encode(new Uint8Array(65).fill(31)),
    'A'.repeat(4000),
  ])('does not accept %.20s as a signature', async (signature) => {
    for (const address of [segwit, taproot, addresses.p2pkh[0] ?? ''])
      expect(await verifyBip122({ ...unsigned(bitcoin, address), signature })).toBe(false)
  })
})

it('E5: a signature made for another chain family is refused, even if the key is the same', async () => {
  const pair = new Keyring().addFromUri('//Alice', {}, 'ed25519')
  const given = unsigned(solana, base58.encode(pair.publicKey))
  const wrapped = pair.sign(`<Bytes>${given.text}</Bytes>`)
  expect(await verifySolana({ ...given, signature: base58.encode(wrapped) })).toBe(false)
  const elsewhere = unsigned(polkadot, pair.address)
  expect(
    await verifyPolkadot({ ...elsewhere, signature: `0x${Buffer.from(pair.sign(given.text)).toString('hex')}` }),
  ).toBe(false)
})
