/** Ticks all accounts without loading the page, or none once all are ticked. The status is read to users of screen readers. */
export const CHOICE_SCRIPT = `
function selectAll(button) {
  const boxes = [...document.querySelectorAll('#accounts input[type=checkbox]')]
  const status = document.getElementById('passkey-status')
  const areAll = () => boxes.every((box) => box.checked)
  const name = () => { button.textContent = areAll() ? 'Select no account' : 'Select all accounts' }
  button.addEventListener('click', (event) => {
    event.preventDefault()
    const to = !areAll()
    for (const box of boxes) box.checked = to
    name()
    if (status) status.textContent = to ? 'All ' + boxes.length + ' accounts are selected.' : 'No account is selected.'
  })
  for (const box of boxes) box.addEventListener('change', name)
  name()
}
`
