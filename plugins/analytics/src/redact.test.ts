import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact, redactPath, redactText } from './redact.js'

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length })
const base58 = [...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz']
const addresses = fc.oneof(
  hex(40).map((text) => `0x${text}`),
  fc.string({ unit: fc.constantFrom(...base58), minLength: 32, maxLength: 64 }),
  fc
    .string({ unit: fc.constantFrom(...'023456789acdefghjklmnpqrstuvwxyz'), minLength: 38, maxLength: 58 })
    .map((text) => `bc1${text}`),
)
const secrets = fc.oneof(
  addresses,
  fc.emailAddress(),
  fc.integer({ min: 100_000, max: 999_999 }).map(String),
  hex(64).map((key) => `wc:${key}@2?relay-protocol=irn&symKey=${key}`),
  hex(130).map((signature) => `0x${signature}`),
)

describe('H3: free text in analytics events', () => {
  it('contains no address, email address, one-time code, signature or pairing link', () => {
    fc.assert(
      fc.property(
        secrets,
        fc.constantFrom('', '"', '(', 'account '),
        fc.constantFrom('', '"', ').', ' failed'),
        (secret, before, after) => {
          expect(redactText(`The request of ${before}${secret}${after}`)).not.toContain(secret)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('keeps the error messages of wallets', () => {
    const text = 'User rejected the request. Details: MetaMask Tx Signature: User denied (code 4001)'
    expect(redactText(text)).toBe(text)
  })

  it('is cut to 200 characters', () => {
    expect(redactText('no '.repeat(1000))).toHaveLength(200)
  })

  it('is redacted at once, however long it is', () => {
    const start = performance.now()
    redactText('a.'.repeat(20_000))
    expect(performance.now() - start).toBeLessThan(1000)
  })

  it('contains no part of a secret at which a long text is cut', () => {
    const emails = `${'a'.repeat(60)}@shop.example `.repeat(13)
    const address = `0x${'cd'.repeat(20)}`
    expect(redactText(`${emails.padEnd(980)}${address} failed`)).not.toContain('0xcd')
  })

  it('is redacted, while fields that the event catalogue requires are kept', () => {
    const hash = `0x${'ab'.repeat(32)}`
    const address = `0x${'cd'.repeat(20)}`
    expect(redact({ hash, message: `to ${address}`, items: [{ name: 'Zephyr', query: address }] })).toEqual({
      hash,
      message: 'to …',
      items: [{ name: 'Zephyr', query: '…' }],
    })
  })

  it('is redacted in lists of texts too', () => {
    const address = `0x${'cd'.repeat(20)}`
    const properties = {
      search: [`to ${address}`, 'plain'],
      wallets: [address],
      items: [{ query: 'ann@shop.example' }],
    }
    expect(redact(properties)).toEqual({ search: ['to …', 'plain'], wallets: [address], items: [{ query: '…' }] })
  })
})

describe('H3: the path of the page', () => {
  it.each([
    [`/account/0x${'aB'.repeat(20)}/tokens`, '/account/…/tokens'],
    [`/eip155:1:0x${'ab'.repeat(20)}`, '/…'],
    ['/reset/6Yg7Kq2mZr9VtB4nXw8sLp3d', '/reset/…'],
    ['/u/ann%40shop.example', '/u/…'],
    ['/u/ann%40shop.example;n=andr%E9', '/u/…'],
    ['/@ann/shop', '/@ann/shop'],
    ['/products/red-shoes-with-long-laces/12345678', '/products/red-shoes-with-long-laces/12345678'],
    ['/orders/b7f0a1c2-6a3e-4b7e-9d55-0c1c2e3f4a5b/edit', '/orders/…/edit'],
    ['/s/4f3a9c1b2d7e', '/s/…'],
    ['/invite/Zk3-Qx_7vTg9bR2mWc4yUw', '/invite/…'],
    ['/invite/code-Zk3-Qx_7vTg9bR2mWc4yUw', '/invite/…'],
    ['/reset/q8r3k1v6z0t5w2m7', '/reset/…'],
    ['/u/alice.eth', '/u/…'],
    ['/alice.shop.eth/nfts', '/…/nfts'],
    ['/u/%C3%A4nne.sol', '/u/…'],
    ['/%E0%A4%A', '/%E0%A4%A'],
    ['/', '/'],
  ])('%s becomes %s', (path, redacted) => {
    expect(redactPath(path)).toBe(redacted)
  })

  it.each([
    '/blog/2024-11-05-iphone-15-pro-max-256gb-review.html',
    '/docs/v1.2.3/react/useWriteContractSync',
    '/tokens/erc20-vs-erc721-vs-erc1155',
    '/en-US/MacBook-Pro-M3-2024/index.php',
    '/web3wallets/uniswapv3/token2022/EIP4844',
    '/caf%C3%A9-r%C3%A9sum%C3%A9/%D0%BA%D0%BE%D1%88%D0%B5%D0%BB%D1%91%D0%BA',
  ])('%s is kept', (path) => {
    expect(redactPath(path)).toBe(path)
  })

  it.each([22, 43])('contains hardly any base64url token of %i characters', (length) => {
    const unit = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    const tokens = fc.sample(fc.string({ unit, minLength: length, maxLength: length }), { numRuns: 1000, seed: 7 })
    const visible = tokens.filter((token) => redactPath(`/join/${token}`) !== '/join/…')
    expect(visible.length).toBeLessThan(30)
  })

  it('of a link with a very long path is redacted in linear time', () => {
    const path = `/${'zzzzzzzzzzzzzzzzzzzzzzz-'.repeat(10_000)}`
    const started = performance.now()
    expect(redactPath(path)).toBe(path)
    expect(performance.now() - started).toBeLessThan(2000) // quadratic time: minutes
  })
})
