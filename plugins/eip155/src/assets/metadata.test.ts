import { describe, expect, it } from 'vitest'
import { readMetadata } from './metadata.js'

describe('readMetadata of an NFT', () => {
  const json = { name: 'One \u202Eof many', image: 'data:image/svg+xml,<svg/>' }
  it.each([
    [
      'reads base64 JSON',
      `data:application/json;base64,${Buffer.from(JSON.stringify({ ...json, name: 'Größe' })).toString('base64')}`,
      { name: 'Größe', imageUrl: json.image },
    ],
    [
      'reads percent-encoded JSON, and removes direction marks from the name',
      `data:application/json,${encodeURIComponent(JSON.stringify(json))}`,
      { name: 'One of many', imageUrl: json.image },
    ],
    [
      'reads JSON with a charset',
      `data:application/json;charset=utf-8,${encodeURIComponent('{"name":"x"}')}`,
      { name: 'x' },
    ],
    [
      'returns an image URL on another server',
      'data:application/json,{"image":"https://images.test/1.png"}',
      { imageUrl: 'https://images.test/1.png' },
    ],
    [
      'ignores URLs in `image` and `image_data` that are neither https nor an image',
      'data:application/json,{"image":"javascript:alert(1)","image_data":"data:text/html,x"}',
      {},
    ],
    ['ignores malformed data', 'data:application/json;base64,%%%', {}],
    ['ignores JSON that is not an object', 'data:application/json,null', {}],
    ['does not read metadata of another server', 'https://evil.test/1.json', {}],
    ['ignores an empty URI', '', {}],
  ])('%s', (_, link, metadata) => expect(readMetadata(link)).toEqual(metadata))
})
