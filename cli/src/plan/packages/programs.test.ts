import { describe, expect, it } from 'vitest'
import { readSiteTools } from '../../apply/site/site-tools.js'
import { createFolder } from '../../fixtures/folder.js'
import { checkPrograms } from './programs.js'

describe('the name of a program of a third-party plugin', () => {
  it.each(['node', 'npm', 'vite', 'TSC', 'wallet-modal'])(
    'is refused if it is a common tool or this CLI: %s',
    (name) => {
      expect(() => checkPrograms('x', ['x', name], new Set())).toThrow(
        expect.objectContaining({ code: 'NAME_CLASH', message: expect.stringContaining(`"${name}"`) }),
      )
    },
  )

  it('is refused if scripts or packages of the site use it', async () => {
    using site = createFolder('site')
    site.write('package.json', {
      scripts: { make: 'NODE_ENV=x ./tools/gen && bakery-build --fast' },
      dependencies: { oven: '1.0.0' },
      devDependencies: { '@shop/lint': '1.0.0', gone: '1.0.0' },
    })
    site.write('node_modules/oven/package.json', { name: 'oven', version: '1.0.0', bin: { bake: 'x.js' } })
    site.write('node_modules/@shop/lint/package.json', { name: '@shop/lint', version: '1.0.0', bin: 'x.js' })
    const tools = await readSiteTools(site.path)
    for (const name of ['bakery-build', 'bake', 'lint'])
      expect(() => checkPrograms('x', [name], tools)).toThrow(`installs a program named "${name}"`)
    expect(() => checkPrograms('x', ['payctl'], tools)).not.toThrow()
  })
})
