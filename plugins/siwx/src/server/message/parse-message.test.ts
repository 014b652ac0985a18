import { createSignInMessageText } from '@solana/wallet-standard-util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSignInMessage } from '../../message.js'
import { parseSignInMessage } from './parse-message.js'

const characters = (all: string) => fc.constantFrom(...all)
const line = fc.string({ unit: characters("abcXYZ019 -._~:/?#[]@!$&'()*+,;="), minLength: 1, maxLength: 60 })
const nonce = fc.string({ unit: characters('abcdefXYZ0123456789'), minLength: 8, maxLength: 64 })
const time = fc
  .date({ min: new Date(0), max: new Date('2999-01-01'), noInvalidDate: true })
  .map((one) => one.toISOString())
const uri = fc.webUrl({ withQueryParameters: true, withFragments: true }).filter((one) => /^[!-~]+$/.test(one))
const account = fc.constantFrom(
  { caipNetworkId: 'eip155:1', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  { caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', address: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1' },
  { caipNetworkId: 'bip122:000000000019d6689c085ae165831e93', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  {
    caipNetworkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    address: '12gX42C4Fj1wgtfgoP624zeHrcPBqzhb4yAENyvFdGX6EUnN',
  },
)
const message = fc
  .record(
    {
      domain: fc.domain(),
      account,
      uri,
      nonce,
      issuedAt: time,
      statement: line,
      expirationTime: time,
      notBefore: time,
      requestId: fc.string({ unit: characters('abc019-_~@'), maxLength: 20 }),
      resources: fc.array(uri, { maxLength: 4 }),
    },
    { requiredKeys: ['domain', 'account', 'uri', 'nonce', 'issuedAt'] },
  )
  .map(({ account: who, ...rest }) => ({ ...rest, ...who }))

describe('formatSignInMessage and parseSignInMessage', () => {
  it('round-trip every message', () => {
    fc.assert(
      fc.property(message, (one) => {
        expect(parseSignInMessage(formatSignInMessage(one))).toEqual(one)
      }),
    )
  })

  it('either round-trip a text with a random edit exactly, or refuse the text with a reason', () => {
    const change = fc.record({ at: fc.nat(), drop: fc.nat(2), put: fc.string({ maxLength: 3 }) })
    fc.assert(
      fc.property(message, change, (one, { at, drop, put }) => {
        const text = formatSignInMessage(one)
        const start = at % text.length
        const changed = text.slice(0, start) + put + text.slice(start + drop)
        try {
          expect(formatSignInMessage(parseSignInMessage(changed))).toBe(changed)
        } catch (error) {
          expect(String(error)).toMatch(/^Error: (line \d+|there is text|This is no|".*" is no)/)
        }
      }),
    )
  })
})

describe('the message layout of the Wallet Standard', () => {
  const written = (family: string, address: string) =>
    createSignInMessageText({
      domain: 'shop.example',
      address,
      uri: 'https://shop.example',
      version: '1',
      chainId: 'devnet',
      nonce: 'abcdefgh12345678',
      issuedAt: '2026-01-01T00:00:00.000Z',
    }).replace('Solana', family)

  it('is parsed for Solana, and the cluster name becomes a CAIP-2 id', () => {
    const text = written('Solana', 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1')
    expect(text).toContain('F1\n\nURI: ')
    expect(parseSignInMessage(text)).toMatchObject({ caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })
  })

  it('is refused for other chain families', () => {
    const text = written('Ethereum', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266').replace('devnet', '1')
    expect(() => parseSignInMessage(text)).toThrow('line 5')
    const named = formatSignInMessage({ ...parseSignInMessage(text.replace('\n\nURI', '\n\n\nURI')) }).replace(
      ': 1\nNonce',
      ': mainnet\nNonce',
    )
    expect(() => parseSignInMessage(named)).toThrow(/^line \d+ is/)
  })
})
