import { expect, it } from 'vitest'
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
