/// <reference types="node" />
import { describe, expect, it } from 'vitest'
import { Browser } from '../siwx-server.test.fixtures.js'
import { recapSentence } from './recap.js'

const recapOf = (att: unknown): string =>
  `urn:recap:${Buffer.from(JSON.stringify({ att })).toString('base64').replace(/=/g, '')}`

const att = { eip155: { 'request/personal_sign': [{}], 'request/eth_sendTransaction': [{}] } }
const sentence =
  "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'."

describe('a sign-in message with permissions (ReCap, ERC-5573)', () => {
  it('states the permissions in a sentence, sorted by name', () => {
    expect(recapSentence(recapOf(att))).toBe(sentence)
  })

  it.each(['https://shop.example', 'urn:recap:', 'urn:recap:!', `urn:recap:${'a'.repeat(7000)}`, recapOf([])])(
    'has no such sentence for the resource %.40s',
    (resource) => expect(recapSentence(resource)).toBeUndefined(),
  )

  it('is accepted with the sentence and an issue time 20 seconds after the challenge, but not 60 seconds after it', async () => {
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
    [
      'another resource before the permissions',
      { resources: ['https://evil.example', recapOf(att)], statement: sentence },
    ],
    ['two lists of permissions', { resources: [recapOf(att), recapOf(att)], statement: sentence }],
    ['a sentence but no permissions', { statement: sentence }],
  ])('is refused with %s', async (_, change) => {
    const browser = new Browser()
    expect(await browser.codeOf(await browser.signed(change))).toBe('BAD_MESSAGE')
  })
})
