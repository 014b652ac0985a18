import { expect, it, vi } from 'vitest'
import { createChallenges } from './challenges.js'
import type { Challenge } from './site-server.js'

const issued: Challenge = {
  domain: 'shop.example',
  uri: 'https://shop.example',
  nonce: 'a'.repeat(16),
  issuedAt: '2026-01-01T00:00:00Z',
  expirationTime: '2026-01-01T00:05:00Z',
}
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }

it('takePrefetched sends no second request if the prefetch failed; take does', async () => {
  const challenge = vi.fn(async () => issued).mockRejectedValueOnce(new Error('offline'))
  const challenges = createChallenges({ log }, { challenge })
  challenges.prepare()
  expect(await challenges.takePrefetched()).toBeUndefined()
  expect(challenge).toHaveBeenCalledTimes(1)
  challenge.mockRejectedValueOnce(new Error('offline'))
  challenges.prepare()
  expect(await challenges.take()).toBe(issued)
  expect(challenge).toHaveBeenCalledTimes(3)
})
