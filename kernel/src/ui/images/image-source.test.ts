import { expect, it, vi } from 'vitest'
import { imageSource } from './image-source.js'

it.each([
  'data:image/png;base64,AAAA',
  'data:image/svg+xml,%3Csvg%3E',
  'DATA:image/WEBP;base64,AAAA',
  'https://cdn.example/a.png',
  'http://127.0.0.1:4700/getWalletImage/1',
  'http://localhost:4700/a',
])('imageSource accepts %s', (source) => {
  expect(imageSource(source)).not.toBeNull()
})

it.each([
  'data:text/html,<script>1</script>',
  'data:image/svg+xmlx,1',
  'data:,x',
  'javascript:alert(1)',
  'blob:https://example.org/1',
  'http://example.org/a.png',
  'http://127.0.0.1.evil.example/a.png',
  'ftp://example.org/a.png',
  'https://',
  undefined,
  null,
  42,
  `data:image/png;base64,${'A'.repeat(1_000_001)}`,
])('G3: imageSource refuses %.40j', (source) => {
  expect(imageSource(source)).toBeNull()
})

const at = (origin: string, source: string): string | null => {
  vi.stubGlobal('location', { origin })
  try {
    return imageSource(source)
  } finally {
    vi.unstubAllGlobals()
  }
}

it('imageSource accepts remote and inline pictures on a page with an opaque origin, such as a sandboxed frame', () => {
  expect(at('null', 'https://cdn.example/a.png')).toBe('https://cdn.example/a.png')
  expect(at('null', 'data:image/png;base64,AAAA')).not.toBeNull()
  expect(at('null', '/a.png')).toBeNull()
})

it('imageSource accepts pictures of the page’s own http: origin, but none of its blob: URLs', () => {
  expect(at('http://shop.example', '/a.png')).toBe('http://shop.example/a.png')
  expect(at('http://shop.example', 'http://other.example/a.png')).toBeNull()
  expect(at('http://shop.example', 'blob:http://shop.example/1')).toBeNull()
})
