import { build } from 'vite'
import { gzipSync } from 'node:zlib'
import fs from 'node:fs'
const r = await build({ root: 'tests/size/page', configFile: false, logLevel: 'error', build: { outDir: '/tmp/wm/anv', emptyOutDir: true, write: true } })
for (const c of r.output.filter(o => o.type === 'chunk').sort((a,b)=>b.code.length-a.code.length)) {
  const z = gzipSync(c.code, {level: 9}).length
  console.log('\n##', c.fileName, c.code.length, 'gz', z, c.isEntry ? 'ENTRY' : '', 'imports', c.imports.join(','))
  for (const [m, { renderedLength }] of Object.entries(c.modules).sort((a,b)=>b[1].renderedLength-a[1].renderedLength).slice(0, 40)) if (renderedLength > 150 && !m.includes('react')) console.log('   ', renderedLength, m.replace(/.*node_modules\//,'nm/').replace(/.*main\//,''))
}
