/// <reference types="node" />
import { describe, expect, it } from 'vitest'
import { Browser } from '../siwx-server.test.fixtures.js'
import { recapSentence } from './recap.js'

const recapOf = (att: unknown): string =>
  `urn:recap:${Buffer.from(JSON.stringify({ att })).toString('base64').replace(/=/g, '')}`

const att = { eip155: { 'request/personal_sign': [{}], 'request/eth_sendTransaction': [{}] } }
const sentence =
  "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'."

describe('a message of a wallet that signs in while it connects (ERC-5573)', () => {
  it('names the permissions in words, in the order of their names', () => {
    expect(recapSentence(recapOf(att))).toBe(sentence)
  })

  it.each(['https://shop.example', 'urn:recap:', 'urn:recap:!', `urn:recap:${'a'.repeat(7000)}`, recapOf([])])(
    '%.40s is no list of permissions',
    (resource) => expect(recapSentence(resource)).toBeUndefined(),
  )

  it('is taken with the sentence, also with a time of issue of the wallet', async () => {
    const browser = new Browser()
    const { issuedAt } = await browser.challenge()
    const later = new Date(Date.parse(issuedAt) + 60_000).toISOString()
    const now = new Date(Date.parse(issuedAt) + 20_000).toISOString()
    const change = { resources: [recapOf(att)], statement: sentence }
    expect(await browser.codeOf(await browser.signed({ ...change, issuedAt: now }))).toBe('signed in')
    expect(await browser.codeOf(await browser.signed({ ...change, issuedAt: later }))).toBe('BAD_MESSAGE')
  })

  it.each([
    ['another sentence', { resources: [recapOf(att)], statement: `${sentence} And more.` }],
    ['no sentence', { resources: [recapOf(att)] }],
    ['a resource before it', { resources: ['https://evil.example', recapOf(att)], statement: sentence }],
    ['two lists', { resources: [recapOf(att), recapOf(att)], statement: sentence }],
    ['a sentence without permissions', { statement: sentence }],
  ])('is refused with %s', async (_, change) => {
    const browser = new Browser()
    expect(await browser.codeOf(await browser.signed(change))).toBe('BAD_MESSAGE')
  })
})
