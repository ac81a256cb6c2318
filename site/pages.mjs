// Copies the Markdown files of the repository, and their pictures, to pages/: Vite does not build what lies above its own folder.
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { extname } from 'node:path'

rmSync('pages', { recursive: true, force: true })
mkdirSync('pages')
cpSync('index.md', 'pages/index.md')
for (const name of readdirSync('..')) {
  if (extname(name) === '.md') {
    cpSync(`../${name}`, `pages/${name}`)
  }
}
for (const name of ['conformance/README.md', 'examples/README.md', 'clients/python/README.md', 'clients/python/tutorial.md']) {
  cpSync(`../${name}`, `pages/${name}`)
}
cpSync('../docs', 'pages/docs', { recursive: true })
cpSync('../dev', 'pages/dev', { recursive: true })
mkdirSync('pages/public')
cpSync('../docs/img/quick-start-people.svg', 'pages/public/people.svg')
