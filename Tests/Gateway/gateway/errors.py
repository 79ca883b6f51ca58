"""What an answer that tells of a failure is made of."""


class Refusal(Exception):
    """A request that is answered with a status and a JSON body."""

    def __init__(self, status, body, headers=()):
        super().__init__(status, body)
        self.status = status
        self.body = body
        self.headers = list(headers)


class Unserved(Exception):
    """Something that the originals have and this gateway has not."""

    def __init__(self, what):
        super().__init__(what)
        self.what = what
