"""How the page looks: at several sizes, in the light and in the dark, to eyes, fingers and screen readers."""

from page_steps import check_log, drawn, visit

BALTIC = "#at=55.4,12.85&within=110km&layer="

# Texts, placeholders and edges of fields whose contrast is too low, as WCAG 2.2 measures it (1.4.3, 1.4.11).
CONTRASTS = """
const parsed = (text) => {
    const numbers = text.match(/-?[\\d.]+(?:e-?\\d+)?/g).map(Number);
    const scale = text.startsWith('color(') ? 255 : 1;
    return [numbers[0] * scale, numbers[1] * scale, numbers[2] * scale, numbers[3] ?? 1];
};
const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
const below = (element) => {
    if (!element) return parsed(getComputedStyle(document.body).backgroundColor);
    const own = parsed(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, below(element.parentElement));
};
const light = (color) => {
    const [r, g, b] = color.slice(0, 3).map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (one, other) => {
    const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
};
const low = [];
const check = (element, what, color, ground, least) => {
    const found = ratio(over(parsed(color), ground), ground);
    if (found < least) low.push(`${what} of ${element.tagName}#${element.id}.${element.className}: ${found.toFixed(2)}`);
};
for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const isField = element.matches('input:not([type=range], [type=checkbox], [type=radio]), select');
    if (hasText || isField) check(element, 'text', style.color, below(element), 4.5);
    if (!isField) continue;
    check(element, 'placeholder', getComputedStyle(element, '::placeholder').color, below(element), 4.5);
    check(element, 'edge', style.borderTopColor, below(element.parentElement), 3);
}
const named = (name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const color = getComputedStyle(probe).color;
    probe.remove();
    return color;
};
for (const [ink, ground, least] of [['--cluster-ink', '--cluster', 4.5], ['--point', '--land', 3], ['--hit', '--land', 3], ['--focus', '--land', 3]]) {
    check(document.body, `${ink} on ${ground}`, named(ink), parsed(named(ground)), least);
}
return low;
"""

# What is pressed and is smaller than 24 pixels (WCAG 2.2, 2.5.8); a box is pressed by its label, too.
SMALL = """
return [...document.querySelectorAll('button, a[href], summary, input, select, [role=slider], [role=button]')].filter((control) => {
    if (!control.checkVisibility() || control.matches('.skip')) return false;
    const box = (control.matches('[type=checkbox], [type=radio]') ? control.closest('label') : control).getBoundingClientRect();
    return Math.min(box.width, box.height) < 24;
}).map((control) => control.outerHTML.slice(0, 120));
"""

# How many rows of the answer are seen whole, without scrolling.
SEEN = """
return [...document.querySelectorAll('#hits > li > .hit')].filter((row) => {
    const box = row.getBoundingClientRect();
    return [box.top + 2, box.bottom - 2].every((y) => row.contains(document.elementFromPoint(box.x + 40, y)));
}).length;
"""

# What a screen reader finds without a name.
NAMELESS = """
return [...document.querySelectorAll('input, select, button, summary, [role=slider]')].filter((control) => control.checkVisibility()
    && !control.labels?.length && !control.ariaLabel && !control.title && !control.textContent.trim()).map((control) => control.outerHTML);
"""


def looks(browser, base, folder):
    for name, width, height, dark, phone, layer, least in [
        ("page", 1280, 800, False, False, "hotspots", 4),
        ("sightings", 1280, 800, False, False, "observations", 3),
        ("dark", 1280, 800, True, False, "hotspots", 4),
        ("phone", 390, 844, False, True, "hotspots", 4),
        ("phone-dark", 390, 844, True, True, "observations", 2),
        ("landscape", 844, 390, False, True, "hotspots", 1),
        ("tablet", 768, 1024, True, True, "observations", 4),
    ]:
        browser.look(width, height, dark, phone)
        visit(browser, base, BALTIC + layer)
        drawn(browser)
        assert browser.run("return matchMedia('(prefers-color-scheme: dark)').matches") == dark
        assert browser.run("return matchMedia('(pointer: coarse)').matches") == phone
        overflow = browser.run(
            "return Math.max(document.documentElement.scrollWidth - innerWidth,"
            " ...['panel', 'answer', 'lists'].map((id) => document.getElementById(id)).map((box) => box.scrollWidth - box.clientWidth))"
        )
        assert overflow <= 0, f"{name} is {overflow} pixels too wide"
        seen = browser.run(SEEN)
        assert seen >= least, f"{name}: {seen} rows are seen"
        scale = browser.run(
            "const box = document.querySelector('.leaflet-control-scale').getBoundingClientRect();"
            "return document.elementFromPoint(box.x + 4, box.y + 4)?.closest('#map') !== null"
            " && document.elementFromPoint(box.x + 4, box.bottom - 2)?.closest('#map') !== null"
        )
        assert scale, f"{name}: the scale is covered"
        browser.picture(folder / f"{name}.png")
        # With everything opened that opens.
        browser.run("for (const box of document.querySelectorAll('details')) box.open = true")
        browser.run("document.querySelector('#hits .hit').click()")
        browser.until("return document.querySelector('.details .facts')?.textContent.length > 1")
        browser.until("return document.querySelectorAll('#bird-list .bird').length > 0")
        for script in (CONTRASTS, SMALL, NAMELESS):
            found = browser.run(script)
            assert found == [], f"{name}: {found}"
    browser.look(1280, 800)
    check_log(browser, base)


def keyboard(browser, base):
    """Everything that is reached by the keyboard is seen to be reached, and works."""
    visit(browser, base, "#at=42.44,-76.5&within=60km&layer=hotspots")
    browser.keys("\ue004")  # tab: from here on focus is the keyboard's
    for selector in ["#map", ".handle.center", ".handle.edge", ".leaflet-control-zoom-in", "#find", "#locate", "#hits .hit", ".list"]:
        outline = browser.run(
            "const control = document.querySelector(arguments[0]); control.focus();"
            "const { outlineStyle, outlineWidth } = getComputedStyle(control);"
            "return document.activeElement === control && outlineStyle !== 'none' ? parseFloat(outlineWidth) : 0", selector
        )
        assert outline >= 2, f"the focus of {selector} is {outline} pixels wide"
    value = "return ['valuenow', 'valuetext', 'valuemin', 'valuemax'].map((name) => document.querySelector(arguments[0]).getAttribute(`aria-${name}`))"
    assert browser.run(value, ".handle.edge") == ["60", "60 km", "0.1", "20000"], browser.run(value, ".handle.edge")
    assert browser.run(value, ".handle.center")[1] == "42.44° north, 76.5° west", browser.run(value, ".handle.center")

    browser.run("document.querySelector('.handle.center').focus()")
    place = browser.run("return document.getElementById('lon').value")
    browser.keys("\ue014")  # right
    browser.until(f"return document.getElementById('lon').value !== '{place}'")
    browser.run("document.querySelector('.handle.edge').focus()")
    browser.keys("\ue014")
    browser.until("return document.querySelector('.handle.edge').getAttribute('aria-valuetext') === '63 km'")
    # A radius that leaves the map brings the circle back into it.
    for _ in range(3):
        browser.keys("\ue00e")  # page up
    browser.until("return document.querySelector('.handle.edge').getAttribute('aria-valuenow') > 260")
    browser.until("return !document.documentElement.dataset.busy")
    inside = browser.run(
        "const box = document.querySelector('.handle.edge').getBoundingClientRect();"
        "return box.left > document.getElementById('panel').getBoundingClientRect().right && box.right <= innerWidth"
    )
    assert inside, "the edge is out of sight"
    # A row opens, and what it offers is the next stop of the keyboard.
    browser.run("document.querySelector('#hits .hit').focus()")
    browser.keys("\ue007")  # enter
    browser.until("return document.querySelector('#hits .details .facts')?.textContent.includes('geonames')")
    browser.keys("\ue004")
    assert browser.run("return document.activeElement.textContent") == "Search around here"
    assert browser.run("return document.querySelector('.actions a').href").startswith("geo:4")
    check_log(browser, base)
