import { cpSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createHealthySite, runDoctor, siteWith } from '../fixtures/doctor-site.js'
import type { Folder } from '../fixtures/folder.js'
import { install } from '../fixtures/site.js'

createHealthySite()

const tsconfig =
  (compilerOptions: object, more: object = {}) =>
  (site: Folder) =>
    void site.write('tsconfig.json', { compilerOptions, include: ['src'], ...more })
const alias = (site: Folder, name: string): void => install(site, name, { name: '@preact/compat', version: '18.3.1' })

describe('doctor', () => {
  describe('React', () => {
    it('reports a linked plugin that would import another copy of React', async () => {
      using site = siteWith()
      const linked = join(site.path, '../linked')
      mkdirSync(linked)
      cpSync(join(site.path, 'node_modules/@wallet-modal/connect'), linked, { recursive: true })
      site.write('../linked/node_modules/react/package.json', { name: 'react', version: '18.3.1' })
      rmSync(join(site.path, 'node_modules/@wallet-modal/connect'), { recursive: true })
      symlinkSync(linked, join(site.path, 'node_modules/@wallet-modal/connect'))
      const { findings, exitCode } = await runDoctor(site)
      expect(findings).toMatchObject([
        {
          id: 'duplicate-react',
          severity: 'error',
          what: expect.stringContaining(`@wallet-modal/connect would get 18.3.1`),
        },
      ])
      expect(exitCode).toBe(1)
    })

    it("accepts copies of React in build tools, and a symbolic link to the site's copy", async () => {
      using site = siteWith((one) => {
        install(one, 'some-tool', { name: 'some-tool', version: '1.0.0' })
        install(one, 'some-tool/node_modules/react', { name: 'react', version: '18.0.0' })
        mkdirSync(join(one.path, 'node_modules/@wallet-modal/connect/node_modules'))
        symlinkSync(
          realpathSync(join(one.path, 'node_modules/react')),
          join(one.path, 'node_modules/@wallet-modal/connect/node_modules/react'),
        )
      })
      expect((await runDoctor(site)).ids).toEqual([])
    })

    it('reports React beside a Preact alias, and an alias for only one of React and React DOM', async () => {
      using site = siteWith((one) => {
        alias(one, 'react')
        alias(one, 'react-dom')
      })
      expect((await runDoctor(site)).ids).toEqual([])
      install(site, 'charts', { name: 'charts', version: '1.0.0' })
      install(site, 'charts/node_modules/react', { name: 'react', version: '19.0.0' })
      expect((await runDoctor(site)).ids).toEqual(['react-beside-preact'])
      install(site, 'react-dom', { name: 'react-dom', version: '19.0.0' })
      expect((await runDoctor(site)).ids).toEqual(['react-alias-half'])
    })
  })

  describe('TypeScript', () => {
    const good = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'] }
    it.each([
      ['module resolution "bundler"', tsconfig(good)],
      ['module "nodenext"', tsconfig({ module: 'nodenext', lib: ['es2023', 'DOM'] })],
      ['"strict": false', tsconfig({ ...good, strict: false })],
      ['no compiler options with TypeScript 6', tsconfig({})],
      ['a configuration that includes only scripts', tsconfig({ moduleResolution: 'node' }, { include: ['scripts'] })],
      ['a site without tsconfig.json', (site: Folder) => rmSync(join(site.path, 'tsconfig.json'))],
    ])('accepts %s', async (_, change) => {
      using site = siteWith(change)
      install(site, 'typescript', { name: 'typescript', version: '6.0.3' })
      expect((await runDoctor(site)).ids).toEqual([])
    })

    it.each([
      ['module resolution "node"', tsconfig({ ...good, moduleResolution: 'node' }), 'typescript-resolution'],
      ['module resolution "Node10"', tsconfig({ ...good, moduleResolution: 'Node10' }), 'typescript-resolution'],
      ['module resolution "classic"', tsconfig({ ...good, moduleResolution: 'classic' }), 'typescript-resolution'],
      ['no module resolution with TypeScript 5', tsconfig({ module: 'esnext' }), 'typescript-resolution'],
      ['"lib" without "dom"', tsconfig({ ...good, lib: ['es2023'] }), 'typescript-no-dom'],
      [
        'a missing file in "extends"',
        (site: Folder) => site.write('tsconfig.json', { extends: './nowhere.json' }),
        'typescript-broken',
      ],
      [
        'module resolution "node" in the file of "extends"',
        (site: Folder) => {
          site.write('base.json', '{ // a comment\n "compilerOptions": { "moduleResolution": "node" }, }')
          site.write('tsconfig.json', { extends: './base.json', include: ['src'] })
        },
        'typescript-resolution',
      ],
      [
        '"lib" without "dom" in a referenced project',
        (site: Folder) => {
          site.write('tsconfig.json', { files: [], references: [{ path: './tsconfig.app.json' }] })
          site.write('tsconfig.app.json', { compilerOptions: { ...good, lib: ['es2020'] }, include: ['src'] })
        },
        'typescript-no-dom',
      ],
      [
        'module resolution "node" in a site whose code is in "app"',
        (site: Folder) => {
          for (const file of ['generated', 'config'])
            site.write(`app/wallet-modal.${file}.ts`, site.read(`src/wallet-modal.${file}.ts`))
          for (const file of ['generated', 'config']) rmSync(join(site.path, `src/wallet-modal.${file}.ts`))
          tsconfig({ ...good, moduleResolution: 'node' }, { include: ['app'] })(site)
        },
        'typescript-resolution',
      ],
      [
        'module resolution "node" in a site whose generated file is JavaScript',
        (site: Folder) => {
          for (const file of ['generated', 'config']) rmSync(join(site.path, `src/wallet-modal.${file}.ts`))
          site.write('src/wallet-modal.config.js', '')
          tsconfig({ ...good, moduleResolution: 'node' })(site)
        },
        'typescript-resolution',
      ],
    ])('reports %s', async (_, change, id) => {
      using site = siteWith((one) => void change(one))
      install(site, 'typescript', { name: 'typescript', version: '5.9.3' })
      const { ids } = await runDoctor(site)
      expect(ids.filter((one) => one !== 'generated-missing')).toEqual([id])
    })
  })
})
