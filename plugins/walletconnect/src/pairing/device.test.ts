// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { readDevice } from './device.js'

const set = (name: string, value: unknown): boolean => Reflect.set(window, name, value)

afterEach(() => {
  for (const name of ['Telegram', 'TelegramWebviewProxy']) Reflect.deleteProperty(window, name)
})

test.each([
  ['the login widget', { Login: {} }],
  ['the script for Mini Apps', { WebApp: { platform: 'unknown', initData: '' } }],
  ['another script', null],
])('a page with %s of Telegram is not in Telegram', (_, telegram) => {
  set('Telegram', telegram)
  expect(readDevice().isTelegram).toBe(false)
})

test('a page in Telegram is recognized in its apps and on its website', () => {
  expect(readDevice().isTelegram).toBe(false)
  set('Telegram', { WebApp: { platform: 'weba' } })
  expect(readDevice().isTelegram).toBe(true)
  set('Telegram', undefined)
  set('TelegramWebviewProxy', {})
  expect(readDevice().isTelegram).toBe(true)
})
