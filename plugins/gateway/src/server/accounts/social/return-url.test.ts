import { expect, it } from 'vitest'
import { toReturnUrl } from './return-url.js'

it.each([
  ['https://shop.example', 'https://shop.example/'],
  ['https://shop.example/de/cart', 'https://shop.example/de/cart'],
  ['https://shop.example/de/cart?id=1#top', 'https://shop.example/de/cart'],
  ['https://shop.example/leave?to=https://evil.example/', 'https://shop.example/leave'],
  ['https://shop.example//evil.example/', 'https://shop.example/'],
  ['https://shop.example/leave/https://evil.example/', 'https://shop.example/'],
  ['https://shop.example/%2F/evil.example', 'https://shop.example/'],
  ['https://shop.example/%5cevil.example', 'https://shop.example/'],
  ['https://shop.example/\\evil.example', 'https://shop.example/'],
])('%s becomes %s', (url, expected) => {
  expect(toReturnUrl(url)).toBe(expected)
})
