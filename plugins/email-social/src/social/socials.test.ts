// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { isTelegram } from './socials.js'

afterEach(() => {
  Reflect.deleteProperty(window, 'Telegram')
})

it.each([
  ['the login widget is on the page', { Login: {} }, false],
  ['the script for Mini Apps is on another page', { WebApp: { platform: 'unknown' } }, false],
  ['the page is a Mini App', { WebApp: { platform: 'ios' } }, true],
])('isTelegram: %s', (_, telegram, expected) => {
  Reflect.set(window, 'Telegram', telegram)
  expect(isTelegram()).toBe(expected)
})
