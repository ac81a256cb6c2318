// Copies the user pages and their pictures to pages/: Vite does not build what lies above its own folder.
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'

rmSync('pages', { recursive: true, force: true })
mkdirSync('pages/public', { recursive: true })
cpSync('index.md', 'pages/index.md')
for (const name of readdirSync('../docs')) {
  if (name.endsWith('.md')) {
    cpSync(`../docs/${name}`, `pages/${name}`)
  }
}
cpSync('../docs/img', 'pages/img', { recursive: true })
cpSync('../docs/img/doubt-repaired.webp', 'pages/public/doubt-repaired.webp')
