import { formatSignInMessage, parseSignInMessage } from '@wallet-modal/siwx/server'
import { describe, expect, it } from 'vitest'
import corpus from '../corpora/sign-in-messages.json' with { type: 'json' }

describe('E1: the corpus of sign-in messages', () => {
  it('has at least 25 accepted and 57 refused messages', () => {
    expect(Object.keys(corpus.accepted).length).toBeGreaterThanOrEqual(25)
    expect(Object.keys(corpus.refused).length).toBeGreaterThanOrEqual(57)
  })

  it.each(Object.entries(corpus.accepted))('accepts %s', (_, { message, fields }) => {
    expect(parseSignInMessage(message)).toEqual(fields)
    expect(formatSignInMessage(fields)).toBe(message)
  })

  it.each(Object.entries(corpus.refused))('refuses %s', (_, message) => {
    expect(() => parseSignInMessage(message)).toThrow()
  })
})
