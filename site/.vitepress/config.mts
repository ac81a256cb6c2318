import { defineConfig } from 'vitepress'
import { sourceLinks } from './source-links'

// The pages are the Markdown files of the repository itself (pages.mjs); this folder only adds the front page and the order.
export default defineConfig({
  title: 'Jointly',
  description: 'Who is who in a crowd of joints, with proof',
  srcDir: './pages',
  outDir: './dist',
  cleanUrls: false,
  lastUpdated: false,
  markdown: { config: sourceLinks },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/README' },
      { text: 'Concepts', link: '/docs/concepts' },
      { text: 'Algorithm', link: '/dev/algorithm' },
      { text: 'Certificate', link: '/docs/certificate' },
      { text: 'Operations', link: '/docs/operations' },
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'Install and try', link: '/README' },
          { text: 'Archives', link: '/docs/install' },
          { text: 'Five-minute tours', link: '/docs/tours' },
          { text: 'Concepts', link: '/docs/concepts' },
          { text: 'FAQ', link: '/docs/faq' },
          { text: 'Glossary', link: '/docs/glossary' },
        ],
      },
      {
        text: 'Inputs and outputs',
        items: [
          { text: 'Every input, every output', link: '/docs/how-to' },
          { text: 'Images, videos, networks', link: '/docs/your-network' },
          { text: 'DeepLabCut', link: '/docs/deeplabcut' },
          { text: 'SLEAP', link: '/docs/sleap' },
          { text: 'Your own network', link: '/docs/your-detections' },
          { text: 'Costs, and how to fit them', link: '/docs/costs' },
          { text: 'Files', link: '/docs/formats' },
          { text: 'Options', link: '/docs/options' },
          { text: 'Tracks', link: '/docs/tracks' },
          { text: 'Comparing two results', link: '/docs/compare' },
        ],
      },
      {
        text: 'Annotators',
        items: [
          { text: 'The page', link: '/docs/service#the-page' },
          { text: 'Label Studio', link: '/docs/label-studio' },
          { text: 'CVAT', link: '/docs/cvat' },
          { text: 'X-AnyLabeling', link: '/docs/x-anylabeling' },
          { text: 'Margins: where to look', link: '/docs/doubts' },
        ],
      },
      {
        text: 'Developers',
        items: [
          { text: 'Java', link: '/docs/java' },
          { text: 'Java: examples', link: '/examples/README' },
          { text: 'Python', link: '/clients/python/README' },
          { text: 'Python: a tutorial', link: '/clients/python/tutorial' },
          { text: 'HTTP', link: '/docs/service' },
        ],
      },
      {
        text: 'How it works',
        items: [
          { text: 'The algorithm, and the paper corrected', link: '/dev/algorithm' },
          { text: "The paper's experiment", link: '/dev/paper' },
          { text: 'The certificate', link: '/docs/certificate' },
          { text: 'Cases for checkers', link: '/conformance/README' },
          { text: 'Architecture', link: '/dev/architecture' },
        ],
      },
      {
        text: 'Operations',
        items: [
          { text: 'What to run, and how large', link: '/docs/operations' },
          { text: 'The service', link: '/docs/service' },
          { text: 'Batches on Spark', link: '/docs/spark' },
          { text: 'Security', link: '/SECURITY' },
          { text: 'Trust: what is checked', link: '/dev/trust' },
          { text: 'Mutation testing', link: '/dev/mutation' },
          { text: 'Licences', link: '/dev/licences' },
          { text: 'Advisories', link: '/dev/advisories' },
        ],
      },
      {
        text: 'Measured',
        items: [
          { text: 'Speed', link: '/dev/speed' },
          { text: 'Accuracy', link: '/dev/evaluation' },
          { text: 'Absurd people', link: '/dev/absurd-people' },
        ],
      },
      {
        text: 'Project',
        items: [
          { text: 'Extending it', link: '/dev/extending' },
          { text: 'Contributing', link: '/CONTRIBUTING' },
          { text: 'Releasing', link: '/dev/releasing' },
          { text: 'Dependencies', link: '/dev/dependencies' },
          { text: 'Changes', link: '/CHANGELOG' },
        ],
      },
    ],
  },
})
