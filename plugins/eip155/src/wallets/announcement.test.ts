import { describe, expect, it } from 'vitest'
import { parseAnnouncement } from './announcement.js'

const provider = { request: async () => null }
const info = {
  uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  name: 'Zephyr',
  icon: 'data:image/png;base64,AAAA',
  rdns: 'com.zephyr',
}

describe('parseAnnouncement', () => {
  it('returns a valid announcement unchanged', () => {
    expect(parseAnnouncement({ info, provider })).toEqual({ ...info, provider })
  })

  it('G3: drops icons that are not image data', () => {
    for (const icon of [
      'https://evil.example/a.png',
      'javascript:alert(1)',
      'data:text/html,<script>',
      'data:image/svg+xml',
      '"><img src=x>',
      5,
      null,
      `data:image/png;base64,${'A'.repeat(300_000)}`,
    ]) {
      expect(parseAnnouncement({ info: { ...info, icon }, provider })?.icon).toBeUndefined()
    }
  })

  it('G3: drops an rdns that is not a domain name', () => {
    for (const rdns of ['zephyr', 'com.zephyr/../x', '<b>', 'com..zephyr', '', 7, '__proto__']) {
      expect(parseAnnouncement({ info: { ...info, rdns }, provider })?.rdns).toBeUndefined()
    }
  })

  it('G3: removes direction marks and control characters from names, and cuts long names', () => {
    expect(parseAnnouncement({ info: { ...info, name: 'Zep\u202Ehyr\u0000\u200B' }, provider })?.name).toBe('Zephyr')
    expect(parseAnnouncement({ info: { ...info, name: 'x'.repeat(10_000) }, provider })?.name).toHaveLength(64)
    expect(parseAnnouncement({ info: { ...info, name: '\u202E' }, provider })).toBeNull()
  })

  it('returns null for anything that is not an announcement, and for getters that throw', () => {
    const throwing = {
      get info(): never {
        throw new Error('boo')
      },
      provider,
    }
    for (const detail of [
      null,
      undefined,
      1,
      {},
      { info },
      { provider },
      { info, provider: {} },
      { info: { ...info, uuid: '' }, provider },
      throwing,
    ]) {
      expect(parseAnnouncement(detail)).toBeNull()
    }
  })
})
