"""The header Prefer."""

from dataclasses import dataclass

from .failures import refusal

KNOWN = {
    "resolution": ("merge-duplicates", "ignore-duplicates"), "missing": ("default", "null"),
    "return": ("representation", "minimal", "headers-only"), "count": ("exact", "planned", "estimated"),
    "tx": ("commit", "rollback"), "handling": ("strict", "lenient"),
}
ORDER = ("resolution", "missing", "return", "count", "tx", "handling", "max-affected")
# Which of them an answer to a method mentions.
APPLIED = {
    "GET": ("count", "handling"), "HEAD": ("count", "handling"), "POST": ORDER[:4] + ("handling",),
    "PATCH": ("missing", "return", "count", "handling", "max-affected"),
    "PUT": ("missing", "return", "count", "handling"), "DELETE": ("return", "count", "handling", "max-affected"),
    "RPC": ("count", "handling", "max-affected"),
}


@dataclass
class Preferences:
    values: dict

    @classmethod
    def read(cls, text):
        values, unknown = {}, []
        for item in (part.strip() for part in text.split(",")) if text else []:
            key, _, value = item.partition("=")
            if key == "max-affected" and value.isdigit():
                values.setdefault(key, value)
            elif value in KNOWN.get(key, ()):
                values.setdefault(key, value)
            elif item:
                unknown.append(item)
        if values.get("handling") == "strict" and unknown:
            raise refusal(400, "PGRST122", "Invalid preferences given with handling=strict",
                          f"Invalid preferences: {', '.join(unknown)}")
        if values.get("handling") != "strict":
            values.pop("max-affected", None)
        return cls(values)

    def __getattr__(self, key):
        return self.values.get(key.rstrip("_").replace("_", "-"))

    def applied(self, method):
        """The header Preference-Applied."""
        said = [f"{key}={self.values[key]}" for key in ORDER if key in self.values and key in APPLIED[method]
                and key != "tx"]
        return [("Preference-Applied", ", ".join(said))] if said else []
