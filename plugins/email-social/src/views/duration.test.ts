import { expect, it } from 'vitest'
import { durationText } from './duration.js'

it.each([
  [1, '1s'],
  [119, '119s'],
  [120, '2m'],
  [121, '3m'],
  [7_199, '120m'],
  [7_200, '2h'],
  [30 * 86_400, '30d'],
])('%i seconds are written as %s', (seconds, expected) => {
  expect(durationText(seconds, 'en')).toBe(expected)
})

it('uses the language of the page', () => {
  expect(durationText(30 * 86_400, 'de')).toMatch(/^30\sT$/)
})
